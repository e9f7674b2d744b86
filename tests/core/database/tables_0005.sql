CREATE TABLE alembic_version (
    version_num VARCHAR(32) NOT NULL,
    CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
CREATE TABLE people (
    id VARCHAR(16) NOT NULL,
    name TEXT NOT NULL,
    email TEXT NOT NULL,
    role VARCHAR(16) NOT NULL,
    issuer TEXT,
    subject TEXT,
    active BOOLEAN NOT NULL,
    created_at FLOAT NOT NULL,
    seen_at FLOAT,
    valid_from FLOAT NOT NULL,
    CONSTRAINT pk_people PRIMARY KEY (id),
    CONSTRAINT uq_people_issuer_subject UNIQUE (issuer, subject)
);
CREATE TABLE collections (
    id VARCHAR(16) NOT NULL,
    name TEXT NOT NULL,
    CONSTRAINT pk_collections PRIMARY KEY (id)
);
CREATE TABLE members (
    collection VARCHAR(16) NOT NULL,
    person VARCHAR(16) NOT NULL,
    CONSTRAINT pk_members PRIMARY KEY (collection, person),
    CONSTRAINT fk_members_collection FOREIGN KEY(collection) REFERENCES collections (id) ON DELETE CASCADE,
    CONSTRAINT fk_members_person FOREIGN KEY(person) REFERENCES people (id) ON DELETE CASCADE
);
CREATE TABLE placements (
    collection VARCHAR(16) NOT NULL,
    document VARCHAR(64) NOT NULL,
    name TEXT NOT NULL,
    CONSTRAINT pk_placements PRIMARY KEY (collection, document),
    CONSTRAINT fk_placements_collection FOREIGN KEY(collection) REFERENCES collections (id) ON DELETE CASCADE
);
CREATE INDEX ix_placements_document ON placements (document);
CREATE TABLE tokens (
    id VARCHAR(16) NOT NULL,
    person VARCHAR(16) NOT NULL,
    digest VARCHAR(64) NOT NULL,
    label TEXT NOT NULL,
    created_at FLOAT NOT NULL,
    expires_at FLOAT NOT NULL,
    used_at FLOAT,
    CONSTRAINT pk_tokens PRIMARY KEY (id),
    CONSTRAINT uq_tokens_digest UNIQUE (digest),
    CONSTRAINT fk_tokens_person FOREIGN KEY(person) REFERENCES people (id) ON DELETE CASCADE
);
CREATE TABLE events (
    number INTEGER NOT NULL,
    at FLOAT NOT NULL,
    person VARCHAR(16) NOT NULL,
    name TEXT NOT NULL,
    action VARCHAR(32) NOT NULL,
    subject TEXT NOT NULL,
    note TEXT NOT NULL,
    CONSTRAINT pk_events PRIMARY KEY (number)
);
CREATE INDEX ix_events_person ON events (person);
CREATE INDEX ix_events_subject ON events (subject);
CREATE TABLE documents (
    sha VARCHAR(64) NOT NULL,
    record TEXT,
    revision INTEGER NOT NULL,
    CONSTRAINT pk_documents PRIMARY KEY (sha)
);
CREATE INDEX ix_documents_revision ON documents (revision);
CREATE TABLE reading_jobs (
    number INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    owner VARCHAR(16) NOT NULL,
    document VARCHAR(64) NOT NULL,
    name TEXT NOT NULL,
    parser TEXT NOT NULL,
    by_model BOOLEAN NOT NULL,
    state VARCHAR(16) NOT NULL,
    attempts INTEGER NOT NULL,
    failures INTEGER NOT NULL,
    done INTEGER NOT NULL,
    total INTEGER NOT NULL,
    worker TEXT NOT NULL,
    message TEXT NOT NULL,
    put_at FLOAT NOT NULL,
    due_at FLOAT NOT NULL,
    taken_at FLOAT NOT NULL,
    lease_until FLOAT NOT NULL,
    ended_at FLOAT NOT NULL,
    part_of INTEGER DEFAULT '0' NOT NULL,
    first_page INTEGER DEFAULT '0' NOT NULL,
    last_page INTEGER DEFAULT '0' NOT NULL,
    options TEXT DEFAULT '' NOT NULL,
    result VARCHAR(64) DEFAULT '' NOT NULL
);
CREATE INDEX ix_reading_jobs_document ON reading_jobs (document);
CREATE INDEX ix_reading_jobs_state ON reading_jobs (state);
CREATE TABLE stored_files (
    object VARCHAR(32) NOT NULL,
    document VARCHAR(64) NOT NULL,
    name TEXT NOT NULL,
    state VARCHAR(16) NOT NULL,
    is_folder BOOLEAN NOT NULL,
    size BIGINT NOT NULL,
    digest VARCHAR(64) NOT NULL,
    changed BIGINT NOT NULL,
    put_at FLOAT NOT NULL,
    CONSTRAINT pk_stored_files PRIMARY KEY (object)
);
CREATE INDEX ix_stored_files_document_name ON stored_files (document, name);
CREATE INDEX ix_stored_files_state ON stored_files (state);
CREATE INDEX ix_reading_jobs_part_of ON reading_jobs (part_of);
INSERT INTO alembic_version VALUES ('0005');
