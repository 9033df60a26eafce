import { sharedWrites, type SharedWrite } from './shared-write.ts'
import { owners } from './owners.ts'

/** A table or view that other modules read in statements of their own. */
export interface ReadModel {
  why: string
  readers: readonly string[]
}

export interface AccessRules {
  /** Whose a table, view or function (`name()`) is, where the name of its first migration says otherwise. */
  owners: Readonly<Record<string, string>>
  readModels: Readonly<Record<string, ReadModel>>
  sharedWrites: readonly SharedWrite[]
}

/**
 * Which module may use the tables of another. Everything else is a fault: ask the owner through its index.ts, or
 * make what you need a read model here, with a reason.
 */
export const accessRules: AccessRules = {
  owners,
  readModels: {
    activity_type: {
      why: 'The overview names the type of an activity in the list of what happened last.',
      readers: ['overview'],
    },
    app_user: {
      why: 'Names and states of users, which lists sort by, exports write, and functions that run before a tenant is known look up.',
      readers: [
        'export',
        'file',
        'getting-started',
        'one-time-code',
        'password',
        'record-rule',
        'session',
        'task',
      ],
    },
    changed_record: {
      why: 'Changes of records, for statements that follow whole operations. It is the published form of change; values before and after come from changesOf.',
      readers: [
        'bulk-update',
        'change-feed',
        'health',
        'ledger',
        'notification',
        'playbook',
        'record-import',
        'success-plan',
        'timeline',
        'type-change',
      ],
    },
    effective_rate: {
      why: 'Amounts in slots are converted by the rates in effect, in the statement that writes them.',
      readers: ['field'],
    },
    email_message: {
      why: 'Today asks whether the latest email of a thread waits for an answer.',
      readers: ['today'],
    },
    email_thread: {
      why: 'Threads of a user whose latest email waits for an answer, for Today.',
      readers: ['today'],
    },
    image: {
      why: 'Records are written with images that exist, which is checked for a batch at once.',
      readers: ['record'],
    },
    outbox_attempt: {
      why: 'Attempts of deliveries, with what was answered, for the activity of a webhook.',
      readers: ['webhook-management'],
    },
    outbox_item: {
      why: 'Deliveries of a webhook, to list and replay them.',
      readers: ['webhook-management'],
    },
    playbook_assignment: {
      why: 'Which records ran a playbook and which were held out, for the report on whether it works.',
      readers: ['playbook-effect'],
    },
    playbook_instance: {
      why: 'Playbooks that ran on the records of a report, which they disturb, and when they were completed.',
      readers: ['playbook-effect', 'scenario-rehearsal'],
    },
    playbook_template: {
      why: 'Instances are listed with the name and the latest version of their playbook.',
      readers: ['playbook', 'playbook-effect'],
    },
    task: {
      why: 'Tasks of playbooks and milestones, with their states and days, and how many of them people have; the records of tasks that scenarios follow.',
      readers: ['playbook', 'success-plan', 'scenario-run', 'scenario-rehearsal'],
    },
    record: {
      why: 'Records as they are, for statements that join ids with a level, a name, owners or parents, lock records, or work through a level. Reading 100,000 records through calls would take longer than the work itself.',
      readers: [
        'bulk-update',
        'calculation',
        'change-feed',
        'change-log',
        'email-thread',
        'field',
        'file',
        'getting-started',
        'hand-over',
        'health',
        'health-trial',
        'ledger',
        'notification',
        'playbook-effect',
        'pulse',
        'record-list',
        'scenario-run',
        'stage-history',
        'stage-removal',
        'timeline',
        'type-change',
      ],
    },
    record_act: {
      why: 'An operation on records: actor, time and source. It is the published form of change_set.',
      readers: [
        'calculation',
        'change-feed',
        'health',
        'ledger',
        'notification',
        'timeline',
        'webhook-management',
        'scenario-run',
      ],
    },
    record_change: {
      why: 'Changes of records together with their acts, for the history of a record and counts over time.',
      readers: ['cell', 'ledger', 'pulse', 'segment', 'stage-history', 'timeline', 'scenario-rehearsal'],
    },
    record_count: {
      why: 'A sample for searches is taken by how many records a level has.',
      readers: ['record-list'],
    },
    record_fenced: {
      why: 'Records behind a condition that lets every index be used, for lists, searches and their like.',
      readers: [
        'board',
        'calculation',
        'email-thread',
        'export',
        'hand-over',
        'health',
        'logo',
        'notification',
        'overview',
        'record-list',
        'record-rule',
        'segment',
        'survey-audience',
        'type-change',
        'survey-response',
        'survey-result',
        'success-plan',
        'task',
        'timeline',
        'today',
        'webhook-management',
        'plan-template',
        'playbook',
        'scenario-node',
        'scenario-run',
        'scenario-rehearsal',
        'scenario-event',
        'scenario-delivery',
        'scenario-approval',
      ],
    },
    record_slot_fenced: {
      why: 'The values of numbers, days, options, references and yes-or-no in typed columns, by which records are matched.',
      readers: ['record'],
    },
    record_slot_1_fenced: {
      why: 'The same of one level, from which its lists are paged and counted.',
      readers: ['record-list'],
    },
    record_slot_2_fenced: {
      why: 'The same of one level, from which its lists are paged and counted.',
      readers: ['record-list'],
    },
    record_slot_3_fenced: {
      why: 'The same of one level, from which its lists are paged and counted.',
      readers: ['record-list'],
    },
    record_slot_4_fenced: {
      why: 'The same of one level, from which its lists are paged and counted.',
      readers: ['record-list'],
    },
    record_logo: {
      why: 'Pictures that are shown as logos are not removed.',
      readers: ['file'],
    },
    scenario: {
      why: 'Runs of an archived scenario are not retried; those of a record are listed with the name of their scenario.',
      readers: ['scenario-run', 'scenario-approval'],
    },
    scenario_run: {
      why: 'Questions about records that have left their scenario are not listed.',
      readers: ['scenario-approval'],
    },
    scenario_node: {
      why: 'Executions are listed by node, and failures counted by scenario.',
      readers: ['scenario-run'],
    },
    score_entry: {
      why: 'Today compares the scores of all accounts of a user with those of two weeks ago.',
      readers: ['today'],
    },
    stat_bar: {
      why: 'The choice of a user for the header of a record comes with the rest of it.',
      readers: ['overview'],
    },
    success_plan: {
      why: 'The records of plans that are completed, for scenarios that follow them.',
      readers: ['scenario-event', 'scenario-rehearsal'],
    },
    success_plan_item: {
      why: 'The same of milestones and KPIs.',
      readers: ['scenario-event', 'scenario-rehearsal'],
    },
    success_plan_kpi_value: {
      why: 'When KPIs met their targets, for rehearsals.',
      readers: ['scenario-rehearsal'],
    },
    survey_response: {
      why: 'When contacts answered surveys, for rehearsals; what was answered to each question.',
      readers: ['scenario-rehearsal', 'survey-result'],
    },
    survey: {
      why: 'The names and types of surveys, in what people were asked and for Today.',
      readers: ['survey-audience', 'survey-response'],
    },
    task_fenced: {
      why: 'Tasks that are due, and risks that no task is about, for Today; the next task of a record, for its header.',
      readers: ['overview', 'today'],
    },
    tenant: {
      why: 'The way to log in is found with the company that it is for.',
      readers: ['identity-provider'],
    },
    timeline_item: {
      why: 'Pulses and activities are items of the timeline; the overview and Today list the latest, health measures their sentiment, and reports of what people did read when and what they were. Scenarios follow what people log.',
      readers: [
        'activity',
        'getting-started',
        'health',
        'overview',
        'pulse',
        'scenario-event',
        'scenario-rehearsal',
        'survey-response',
        'timeline-act',
        'today',
      ],
    },
    timeline_revision: {
      why: 'Values that edits replaced, for reports of what people did to items.',
      readers: ['timeline-act'],
    },
    timeline_place: {
      why: 'Which items lie on the page of a record, for metrics of health, the overview, and how long an account has been quiet.',
      readers: ['health', 'overview', 'survey-response', 'today'],
    },
    timeline_unread: {
      why: 'The overview marks items that the reader has not seen.',
      readers: ['overview'],
    },
  },
  sharedWrites,
}
