/** 1: active. 0: inactive. */
export const webhookStatuses = { active: 1, inactive: 0 } as const
export type WebhookStatus = (typeof webhookStatuses)[keyof typeof webhookStatuses]

export const webhookAuthentications = ['none', 'basic', 'token'] as const
export type WebhookAuthentication = (typeof webhookAuthentications)[number]

/** The id of a level: see `levels`. */
type LevelId = 1 | 2 | 3 | 4

/** The results of calls. A redirection, a failed connection and an answer that was lost are `Unknown`. */
export const webhookResults = ['Success', 'Timeout', 'Client Error', 'Server Error', 'Unknown'] as const
export type WebhookResult = (typeof webhookResults)[number]

/** What a test answers when the endpoint does not. */
export const webhookTestFailure = 'Failed to send Sample Data to the Endpoint URL'

/** Hours for which the previous secret signs too. */
export const secretOverlapHours = 24
export const mostWebhooks = 100
export const mostWebhookHeaders = 20
/** Days that a replay can span. */
export const mostReplayDays = 31

const labels = {
  created: 'Created',
  updated: 'Updated',
  archived: 'Archived',
  restored: 'Restored',
  churned: 'Churned',
  stage_changed: 'Lifecycle stage changed',
  owner_changed: 'Owner changed',
  health_changed: 'Health color changed',
  deleted: 'Deleted',
  completed: 'Completed',
  reopened: 'Reopened',
  target_met: 'Target met',
  finished: 'Finished',
  synced: 'Synced',
} as const

/** What happens to something that webhooks tell of. */
export type Happening = keyof typeof labels

export interface WebhookSubject {
  /** The first word of its events. */
  name: string
  /** The heading of its events. */
  label: string
  /** The level of its records; null for what is no record. */
  level: LevelId | null
  /** Whether it is about a record of any level: it is sent where this record meets the condition. */
  isLogged?: boolean
  happenings: readonly Happening[]
}

const ofRecords = ['created', 'updated', 'archived', 'restored'] as const
const ofItems = ['created', 'updated', 'deleted', 'restored'] as const
const ofPlans = ['created', 'updated', 'completed', 'reopened', 'archived', 'restored', 'deleted'] as const

/** What webhooks can tell of. A subject of another module is an entry here, and a source in webhook-management. */
export const webhookSubjects = [
  {
    name: 'organization',
    label: 'Organizations',
    level: 1,
    happenings: [...ofRecords, 'churned', 'stage_changed', 'owner_changed', 'health_changed'],
  },
  {
    name: 'account',
    label: 'Accounts',
    level: 2,
    happenings: [...ofRecords, 'churned', 'stage_changed', 'owner_changed', 'health_changed'],
  },
  {
    name: 'contact',
    label: 'Contacts',
    level: 3,
    happenings: [...ofRecords, 'stage_changed', 'health_changed'],
  },
  { name: 'opportunity', label: 'Opportunities', level: 4, happenings: [...ofRecords, 'owner_changed'] },
  { name: 'risk', label: 'Risks', level: 4, happenings: [...ofRecords, 'owner_changed'] },
  { name: 'note', label: 'Notes', level: null, isLogged: true, happenings: [...ofItems] },
  { name: 'activity', label: 'Activities', level: null, isLogged: true, happenings: [...ofItems] },
  { name: 'pulse', label: 'Pulses', level: null, isLogged: true, happenings: [...ofItems] },
  { name: 'email', label: 'Emails', level: null, isLogged: true, happenings: ['synced'] },
  {
    name: 'task',
    label: 'Tasks',
    level: null,
    isLogged: true,
    happenings: ['created', 'updated', 'completed', 'reopened', 'archived', 'deleted'],
  },
  {
    name: 'success_plan',
    label: 'Success plans',
    level: null,
    isLogged: true,
    happenings: ofPlans,
  },
  { name: 'milestone', label: 'Milestones', level: null, isLogged: true, happenings: ofPlans },
  { name: 'kpi', label: 'KPIs', level: null, isLogged: true, happenings: [...ofPlans, 'target_met'] },
  { name: 'import', label: 'Imports', level: null, happenings: ['finished'] },
] as const satisfies readonly WebhookSubject[]

export interface WebhookEvent {
  /** Such as `account.created`. */
  type: string
  subject: string
  label: string
  level: LevelId | null
  isLogged: boolean
}

/** Every event that a webhook can be sent. */
export const webhookEvents: readonly WebhookEvent[] = webhookSubjects.flatMap(
  ({ name, level, happenings, isLogged = false }: WebhookSubject) =>
    happenings.map((happening) => ({
      type: `${name}.${happening}`,
      subject: name,
      label: labels[happening],
      level,
      isLogged,
    })),
)

const byType = new Map(webhookEvents.map((event) => [event.type, event]))

/** An event by its type; undefined where there is none. */
export function findWebhookEvent(type: string): WebhookEvent | undefined {
  return byType.get(type)
}
