/**
 * What Citus refuses and Steward has all the same, each with what happens to it on a cluster. Whatever is
 * not named here, a test refuses.
 */

/** Unique over all tenants. On a cluster they become plain indexes; `why` says what then keeps them apart. */
export const uniqueOverTenants: Readonly<Record<string, string>> = {
  api_token_hash: 'the hash of 32 random bytes: no two are alike',
  refresh_token_hash: 'the hash of 32 random bytes: no two are alike',
  image_id: 'random: no two are alike',
  app_user_email:
    'asked before it is written (find_taken_addresses); two companies that take one address in the same instant would both have it',
  sign_in_domain_name:
    'asked before it is written (is_domain_taken); two companies that verify one domain in the same instant would both have it',
}

/** Foreign keys that a cluster goes without. */
export const keysLeftOut: Readonly<Record<string, string>> = {
  'bulk_job.bulk_job_tenant_id_upload_id_fkey':
    'a finished import then names an upload that is gone, and nothing reads it',
  'email_message.email_message_tenant_id_item_id_fkey':
    'a mail then names an item of a timeline that went with its record, and finds none',
}

export interface TriggerOtherwise {
  /**
   * `stays`: it asks nothing and is made on each shard. `key`: a foreign key does it there. `open`: what it
   * does must be written by the statements themselves before Steward can run on a cluster.
   */
  becomes: 'stays' | 'key' | 'open'
  why: string
  /** The key that does it instead. */
  key?: string
}

export const triggers: Readonly<Record<string, TriggerOtherwise>> = {
  'audit_entry.audit_entry_is_final': { becomes: 'stays', why: 'it only refuses' },
  'audit_entry.audit_entry_stays': { becomes: 'stays', why: 'it only refuses' },
  'timeline_item.timeline_item_gone': {
    becomes: 'key',
    why: 'places go with their item',
    key: 'alter table timeline_place add foreign key (tenant_id, item_id) references timeline_item (tenant_id, item_id) on delete cascade',
  },
  'playbook_instance.playbook_instance_gone': {
    becomes: 'key',
    why: 'steps go with their instance',
    key: 'alter table playbook_instance_step add foreign key (tenant_id, instance_id) references playbook_instance (tenant_id, instance_id) on delete cascade',
  },
  'scenario_rehearsal.scenario_rehearsal_gone': {
    becomes: 'key',
    why: 'actions go with their rehearsal',
    key: 'alter table scenario_rehearsal_action add foreign key (tenant_id, rehearsal_id) references scenario_rehearsal (tenant_id, rehearsal_id) on delete cascade',
  },
  'timeline_place.timeline_place_came': { becomes: 'open', why: 'writes an event, and events lie elsewhere' },
  'timeline_place.timeline_place_gone': { becomes: 'open', why: 'writes an event, and events lie elsewhere' },
}

const beforeTenant = 'asked before a tenant is known, by an index: it goes to every shard'
const ofJobs = 'asked by a job over all tenants: it goes to every shard'

/** Functions that ask distributed tables, and why they may. No statement that asks one itself may call them. */
export const functions: Readonly<Record<string, string>> = {
  find_api_token: beforeTenant,
  find_image: beforeTenant,
  find_login: beforeTenant,
  find_one_time_code: beforeTenant,
  find_refresh_token: beforeTenant,
  find_sign_in_tenant: beforeTenant,
  find_taken_addresses: beforeTenant,
  is_domain_taken: beforeTenant,
  find_user_pool: beforeTenant,
  ended_sessions: 'asked once a second by each process, by an index: it goes to every shard',
  claim_outbox: 'asked by each worker for what it may send next: it goes to every shard',
  release_outbox: 'asked when a worker process is found dead: it goes to every shard',
  count_failed_due_work: ofJobs,
  list_due_tenants: ofJobs,
  read_outbox_state: ofJobs,
  list_free_files: ofJobs,
  list_old_exports: ofJobs,
  list_old_uploads: ofJobs,
  list_tenants: ofJobs,
  list_unfinished_bulk_jobs: ofJobs,
  list_unfinished_exports: ofJobs,
  list_unused_images: ofJobs,
  tidy_emails: ofJobs,
  tidy_messages: ofJobs,
  hold_stages: 'called by itself with its tenant, and runs where it is called',
  forget_audit: 'called by itself with its tenant by the owner, and runs where it is called',
  is_in_team:
    'asked for items that are private to a team; has to be written out in the statements on a cluster',
  drop_places: 'a trigger, see there',
  drop_rehearsed_actions: 'a trigger, see there',
  drop_steps: 'a trigger, see there',
  fill_slots: 'called by itself with its tenant by the owner, and runs where it is called',
}

/** Those that statements call which ask distributed tables themselves: work that is left before a cluster. */
export const calledWithin: ReadonlySet<string> = new Set(['is_in_team'])
