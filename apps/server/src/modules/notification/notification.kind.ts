import { levelOf, type LevelId } from '@steward/contracts/level'
import type { NotificationCategory, NotificationSwitch } from '@steward/contracts/plain/notification'

/** The stored data of an event; names of records are read when a notification is shown. */
export type Payload = Readonly<Record<string, unknown>>

/** The data for the sentence of a notification. */
export interface Told {
  /** The actor: a name, or Steward. */
  by: string
  /** How many events, or records of one operation. */
  count: number
  /** The name of the subject; empty where it has none. */
  name: string
  payload: Payload
}

/** A kind of notification. A module that notifies users registers its kinds. */
export interface NotificationKind {
  /** The noun first, then what happened to it, such as `owner.primary.gained`. */
  name: string
  category: NotificationCategory
  /** The preference that turns it off; null where nothing does. */
  preference: Exclude<NotificationSwitch, 'isSendEmailNotifications'> | null
  /** One sentence without a full stop. */
  text(told: Told): string
}

const numbers = new Intl.NumberFormat('en-US')

/** `212 accounts`, or the name of the one record. */
function records({ count, name, payload }: Told): string {
  const level = payload['level'] as LevelId | undefined
  if (payload['isSet'] !== true || level === undefined) return name
  const { label, plural } = levelOf(level)
  if (count === 1) return name || `one ${label.toLowerCase()}`
  return `${numbers.format(count)} ${plural}`
}

function times({ count, payload }: Told): string {
  return count > 1 && payload['isSet'] !== true ? ` (${numbers.format(count)} times)` : ''
}

function counted(count: number, noun: string): string {
  return `${numbers.format(count)} ${noun}${count === 1 ? '' : 's'}`
}

const about = ({ name }: Told): string => (name === '' ? '' : ` on ${name}`)

interface JobFacts {
  type: 'import' | 'update'
  name: string | null
  outcome: 'done' | 'stopped' | 'failed'
  created: number
  updated: number
  refused: number
}

const outcomes = { done: 'finished', stopped: 'was stopped', failed: 'failed' } as const

function jobName({ type, name }: JobFacts): string {
  const noun = type === 'import' ? 'Import' : 'Bulk update'
  return name === null ? noun : `${noun} "${name}"`
}

function jobCounts({ created, updated, refused }: JobFacts): string {
  const parts = [
    ...(created > 0 ? [`${numbers.format(created)} created`] : []),
    ...(updated > 0 ? [`${numbers.format(updated)} updated`] : []),
    ...(refused > 0 ? [`${numbers.format(refused)} not written`] : []),
  ]
  return parts.join(', ') || 'nothing changed'
}

const facts = (payload: Payload): JobFacts => payload as unknown as JobFacts

/** The kinds about records, their timelines, and jobs. */
export const ownKinds: readonly NotificationKind[] = [
  {
    name: 'owner.primary.gained',
    category: 'entity',
    preference: 'changesToPrimaryOwner',
    text: (told) => `${told.by} assigned ${records(told)} to you`,
  },
  {
    name: 'owner.primary.lost',
    category: 'entity',
    preference: 'changesToPrimaryOwner',
    text: (told) => `${told.by} gave ${records(told)} another primary owner`,
  },
  {
    name: 'owner.secondary.gained',
    category: 'entity',
    preference: 'changesToSecondaryOwners',
    text: (told) => `${told.by} made you a secondary owner of ${records(told)}`,
  },
  {
    name: 'owner.secondary.lost',
    category: 'entity',
    preference: 'changesToSecondaryOwners',
    text: (told) => `${told.by} removed you as a secondary owner of ${records(told)}`,
  },
  {
    name: 'user.gained',
    category: 'entity',
    preference: 'otherUserTypeAttributeChanges',
    text: (told) => `${told.by} set you as ${String(told.payload['field'])} of ${records(told)}`,
  },
  {
    name: 'user.lost',
    category: 'entity',
    preference: 'otherUserTypeAttributeChanges',
    text: (told) => `${told.by} removed you as ${String(told.payload['field'])} of ${records(told)}`,
  },
  {
    name: 'record.changed',
    category: 'entity',
    preference: null,
    text: (told) => `${told.by} changed ${records(told)}${times(told)}`,
  },
  {
    name: 'timeline.mentioned',
    category: 'entity',
    preference: null,
    text: (told) => `${told.by} mentioned you${about(told)}`,
  },
  {
    name: 'timeline.commented',
    category: 'entity',
    preference: null,
    text: (told) =>
      told.count > 1
        ? `${told.by} wrote ${counted(told.count, 'comment')}${about(told)}`
        : `${told.by} commented${about(told)}`,
  },
  {
    name: 'email.imported',
    category: 'email',
    preference: 'emailsSyncedToTheEntity',
    text: (told) => `${told.by} added an email${told.name === '' ? '' : ` to ${told.name}`}`,
  },
  {
    name: 'job.finished',
    category: 'bulkUpdate',
    preference: null,
    text: ({ payload }) => {
      const job = facts(payload)
      return `${jobName(job)} ${outcomes[job.outcome]}: ${jobCounts(job)}`
    },
  },
  {
    name: 'job.undone',
    category: 'bulkUpdate',
    preference: null,
    text: ({ payload }) => {
      const job = facts(payload)
      const kept = job.refused > 0 ? `, ${counted(job.refused, 'value')} kept` : ''
      return `${jobName(job)} was undone: ${counted(job.updated, 'record')} restored${kept}`
    },
  },
  {
    name: 'export.finished',
    category: 'bulkUpdate',
    preference: null,
    text: ({ payload }) =>
      payload['outcome'] === 'ready'
        ? `Your export "${String(payload['fileName'])}" is ready`
        : `Your export "${String(payload['fileName'])}" failed`,
  },
]
