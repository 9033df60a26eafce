-- New companies begin with this text; older ones that left theirs as it was have it too.
update activity_type set description = 'People learned to work with the product'
where name = 'Training' and description = 'People learnt to work with the product';
