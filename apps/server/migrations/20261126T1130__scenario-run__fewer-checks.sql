-- Nodes go with their scenario, and so do its runs and their executions, by their versions. Checking the node of each
-- execution locked one row again and again, for every record at that node.
alter table scenario_node_run drop constraint scenario_node_run_tenant_id_node_id_fkey;
alter table scenario_run drop constraint scenario_run_tenant_id_node_id_fkey;
