"""The engine of Sightline: from a PDF to chunks and answers that know their exact lines."""
