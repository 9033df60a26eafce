import { longestActivity, type Sentiment } from '@steward/contracts/activity'
import type { FileBrief, LinkedRecord, TimelineItem } from '@steward/contracts/timeline'
import { mostAttachments } from '@steward/contracts/plain/stored-file'
import { isDay } from '@steward/contracts/value'
import { plainTextOf } from '@steward/rich-text'
import type { ActivityParts, EntryParts, NoteParts, PulseParts } from '../logging.calls.ts'
import { isInstant } from '../when.rules.ts'
import type { Participant } from './people-fields.tsx'

interface EntryForm {
  body: string
  /** null: when it is saved. No instant where the day that was typed cannot be read. */
  occurredAt: string | null
  linked: LinkedRecord[]
  files: FileBrief[]
}

export interface NoteForm extends EntryForm {
  title: string
  /** The next step, which becomes a task once the entry is saved. */
  nextStep: string
  nextStepOn: string | null
}

export interface ActivityForm extends NoteForm {
  typeId: number | null
  minutes: number | null
  outcome: string
  sentiment: Sentiment | null
  users: Participant[]
  contacts: Participant[]
}

export interface PulseForm extends EntryForm {
  pulse: number | null
}

export type NoteItem = Extract<TimelineItem, { kind: 'note' }>
export type ActivityItem = Extract<TimelineItem, { kind: 'activity' }>
export type PulseItem = Extract<TimelineItem, { kind: 'pulse' }>

const blankEntry: EntryForm = { body: '', occurredAt: null, linked: [], files: [] }
const noNextStep = { nextStep: '', nextStepOn: null }
export const blankNote: NoteForm = { ...blankEntry, ...noNextStep, title: '' }
export const blankPulse: PulseForm = { ...blankEntry, pulse: null }

export function blankActivity(me: Participant): ActivityForm {
  return {
    ...blankNote,
    typeId: null,
    minutes: null,
    outcome: '',
    sentiment: null,
    users: [me],
    contacts: [],
  }
}

const entryOf = ({ body, occurredAt, linked, files }: TimelineItem): EntryForm => ({
  body: body ?? '',
  occurredAt,
  linked,
  files,
})

export function noteFormOf(item: NoteItem): NoteForm {
  return { ...entryOf(item), ...noNextStep, title: item.title }
}

export function activityFormOf(item: ActivityItem): ActivityForm {
  const { activityType, durationMinutes, outcome, sentiment, users, contacts } = item.details
  const isPerson = new Set(contacts.map(({ id }) => id))
  return {
    ...entryOf(item),
    ...noNextStep,
    title: item.title,
    // Contacts who took part are links of the item, and have a field of their own.
    linked: item.linked.filter(({ id }) => !isPerson.has(id)),
    typeId: activityType.id,
    minutes: durationMinutes,
    outcome: outcome ?? '',
    sentiment,
    users,
    contacts,
  }
}

export function pulseFormOf(item: PulseItem): PulseForm {
  return { ...entryOf(item), pulse: item.details.pulse }
}

const idsOf = (list: readonly { id: number }[]) => list.map(({ id }) => id)

const entryParts = ({ body, occurredAt, linked, files }: EntryForm): EntryParts => ({
  description: body,
  occurredAt,
  linked,
  fileIds: files.map(({ fileId }) => fileId),
})

export const noteParts = (form: NoteForm): NoteParts => ({ ...entryParts(form), title: form.title })

export const activityParts = (form: ActivityForm): ActivityParts => ({
  ...noteParts(form),
  ...(form.typeId !== null && { activityTypeId: form.typeId }),
  durationMinutes: form.minutes,
  outcome: form.outcome.trim() || null,
  sentiment: form.sentiment,
  userIds: idsOf(form.users),
  contactIds: idsOf(form.contacts),
})

export const pulseParts = (form: PulseForm): PulseParts => ({
  ...entryParts(form),
  ...(form.pulse !== null && { pulse: form.pulse }),
})

/** The task that comes with a new entry; null where nothing is to be done next. */
export function nextStepOf({
  nextStep,
  nextStepOn,
}: NoteForm): { title: string; dueDate: string | null } | null {
  const title = nextStep.trim()
  return title === '' ? null : { title, dueDate: nextStepOn }
}

/** What differs between two sets of parts: only that is sent, so that what others changed beside it stays. */
export function changedParts<Parts extends object>(before: Parts, after: Parts): Partial<Parts> {
  const changed = Object.entries(after).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify((before as Record<string, unknown>)[name]),
  )
  return Object.fromEntries(changed) as Partial<Parts>
}

function nextStepFaults({ nextStep, nextStepOn }: NoteForm): Record<string, string> {
  if (nextStepOn !== null && !isDay(nextStepOn)) return { nextStepOn: 'Enter a valid date, like 2026-03-01.' }
  const isNameless = nextStepOn !== null && nextStep.trim() === ''
  return isNameless ? { nextStep: 'Enter the next step, or clear its date.' } : {}
}

function entryFaults({ files, occurredAt }: EntryForm): Record<string, string> {
  const isUnread = occurredAt !== null && !isInstant(occurredAt)
  return {
    ...(files.length > mostAttachments && { fileIds: `At most ${mostAttachments} files can be attached.` }),
    ...(isUnread && { occurredAt: 'Enter a valid date, like 2026-03-01.' }),
  }
}

export function noteFaults(form: NoteForm): Record<string, string> {
  const isEmpty = form.title.trim() === '' && plainTextOf(form.body).trim() === '' && form.files.length === 0
  // A picture or a mention alone is worth a note, too.
  const isBlank = isEmpty && !form.body.startsWith('{')
  return {
    ...entryFaults(form),
    ...nextStepFaults(form),
    ...(isBlank && { description: 'Write something first.' }),
  }
}

export function activityFaults(form: ActivityForm): Record<string, string> {
  const { typeId, minutes } = form
  const isLong = minutes !== null && !(minutes >= 0 && minutes <= longestActivity)
  return {
    ...entryFaults(form),
    ...nextStepFaults(form),
    ...(typeId === null && { activityTypeId: 'Choose an activity type.' }),
    ...(isLong && { durationMinutes: 'Enter whole minutes, at most a week.' }),
  }
}

export function pulseFaults(form: PulseForm): Record<string, string> {
  return { ...entryFaults(form), ...(form.pulse === null && { pulse: 'Choose a rating.' }) }
}
