import type { Activity, ChangeActivity, Sentiment } from '@steward/contracts/activity'
import type { ActivityDetails } from '@steward/contracts/timeline'
import type { KeptItem } from '../timeline/index.ts'

/** What an activity keeps beside its text: ids, of which names are made when it is shown. */
export interface StoredActivity {
  activityTypeId: number
  durationMinutes: number | null
  outcome: string | null
  sentiment: Sentiment | null
  userIds: readonly number[]
  contactIds: readonly number[]
}

type Form = Pick<ChangeActivity, keyof StoredActivity>

const orKept = <T>(given: T | undefined, kept: T): T => (given === undefined ? kept : given)

const unique = (ids: readonly number[]): number[] => [...new Set(ids)]

/** What a form makes of an activity: what is absent stays as it is, and so do contacts that its editor does not see. */
export function withForm(
  kept: StoredActivity,
  form: Form,
  unseenContactIds: readonly number[] = [],
): StoredActivity {
  return {
    activityTypeId: form.activityTypeId ?? kept.activityTypeId,
    durationMinutes: orKept(form.durationMinutes, kept.durationMinutes),
    outcome: orKept(form.outcome, kept.outcome) || null,
    sentiment: orKept(form.sentiment, kept.sentiment),
    userIds: unique(form.userIds ?? kept.userIds),
    contactIds: unique([...(form.contactIds ?? kept.contactIds), ...unseenContactIds]),
  }
}

/** What is kept of an activity; contacts that are gone are left out. */
export function storedOf({ record, linked, details }: KeptItem): StoredActivity {
  const stored = details as unknown as StoredActivity
  const standing = new Set([record, ...linked].map(({ id }) => id))
  return { ...stored, contactIds: stored.contactIds.filter((id) => standing.has(id)) }
}

/** The contacts of an activity that its reader does not see. */
export function unseenContacts(
  { contactIds }: StoredActivity,
  { details }: Pick<Activity, 'details'>,
): number[] {
  const seen = new Set(details.contacts.map(({ id }) => id))
  return contactIds.filter((id) => !seen.has(id))
}

/** The records that an activity is linked with beyond the contacts that take part. */
export function linkedBeside(linked: KeptItem['linked'], contactIds: readonly number[]): number[] {
  const people = new Set(contactIds)
  return linked.flatMap(({ id }) => (people.has(id) ? [] : id))
}

/** Where the names of an activity come from. */
export interface ActivityNames {
  types: ReadonlyMap<number, { displayName: string; iconName: string }>
  users: ReadonlyMap<number, { name: string }>
  /** Contacts that are still there, and in sight. */
  contacts: ReadonlyMap<number, string>
}

/** An activity with the names of its type and of those who took part; contacts without a name are left out. */
export function presentActivity(stored: StoredActivity, names: ActivityNames): ActivityDetails {
  const { activityTypeId, userIds, contactIds, ...rest } = stored
  const type = names.types.get(activityTypeId)
  return {
    ...rest,
    activityType: {
      id: activityTypeId,
      name: type?.displayName ?? 'Activity',
      iconName: type?.iconName ?? 'calendar-event',
    },
    users: userIds.map((id) => ({ id, name: names.users.get(id)?.name ?? 'Former user' })),
    contacts: contactIds.flatMap((id) => {
      const name = names.contacts.get(id)
      return name === undefined ? [] : [{ id, name }]
    }),
  }
}
