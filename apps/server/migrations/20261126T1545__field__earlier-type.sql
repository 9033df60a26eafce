-- The types that a field had before, oldest first: [{"until": <change set that changed it>, "dataType": <type>}]. Null
-- for a field that still has its first type. Values in the history are of the type of their time.
alter table custom_field add column earlier_types jsonb;
