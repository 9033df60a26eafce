-- New companies begin with this text; older ones that left theirs as it was have it too.
update activity_type set description = 'Phone call' where name = 'Call' and description = 'A talk on the phone';
