"""Answers that outlive the session: conversations, checks by people, signatures, the audit log."""
