"""Checks JSON documents against a schema: conforms.py SCHEMA FILE..."""

import json
import sys

import jsonschema

schema_file, *files = sys.argv[1:]
with open(schema_file, encoding="utf-8") as file:
    schema = json.load(file)
validator = jsonschema.validators.validator_for(schema)(schema)
for name in files:
    with open(name, encoding="utf-8") as file:
        errors = [f"{name}: {'/'.join(map(str, e.absolute_path))}: {e.message}" for e in validator.iter_errors(json.load(file))]
    if errors:
        sys.exit("\n".join(errors))
print(f"{len(files)} valid")
