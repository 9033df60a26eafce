#!/bin/sh
# Run once, when the volume of the database is empty: Steward's user and database, with no more rights than
# they need.
set -eu
psql --set=ON_ERROR_STOP=1 --set=password="$STEWARD_PASSWORD" --username postgres <<'SQL'
create role steward login createrole password :'password';
create database steward owner steward encoding 'UTF8' template template0;
SQL
