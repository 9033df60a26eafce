import { describe, expect, it } from 'vitest'
import type { TimelineItem } from '@steward/contracts/timeline'
import {
  activityFaults,
  activityFormOf,
  activityParts,
  blankActivity,
  blankNote,
  blankPulse,
  changedParts,
  noteFaults,
  noteParts,
  pulseFaults,
  type ActivityItem,
} from './entry-forms.rules.ts'

const me = { id: 3, name: 'Priya Shah' }
const ada = { id: 40, name: 'Ada Lovelace' }

const call = {
  itemId: 5,
  kind: 'activity',
  title: 'Quarterly call',
  body: 'They renew.',
  occurredAt: '2026-11-20T10:00:00.000Z',
  linked: [
    { level: 3, id: 40, name: 'Ada Lovelace' },
    { level: 4, id: 41, name: 'Renewal 2027' },
  ],
  files: [],
  details: {
    activityType: { id: 1, name: 'Call', iconName: 'phone' },
    durationMinutes: 30,
    outcome: null,
    sentiment: 'positive',
    users: [me],
    contacts: [ada],
  },
} as unknown as TimelineItem as ActivityItem

describe('the form of an entry', () => {
  it('takes what an activity says, its contacts apart from its links', () => {
    const form = activityFormOf(call)
    expect(form.linked.map(({ id }) => id)).toEqual([41])
    expect(form.contacts).toEqual([ada])
    expect(activityParts(form)).toMatchObject({
      activityTypeId: 1,
      outcome: null,
      userIds: [3],
      contactIds: [40],
    })
  })

  it('sends only what was changed', () => {
    const form = activityFormOf(call)
    const changed = changedParts(activityParts(form), activityParts({ ...form, outcome: ' Signed ' }))
    expect(changed).toEqual({ outcome: 'Signed' })
    expect(changedParts(noteParts(blankNote), noteParts(blankNote))).toEqual({})
  })

  it('says what is missing', () => {
    expect(noteFaults(blankNote)).toHaveProperty('description')
    expect(noteFaults({ ...blankNote, title: 'Only a title' })).toEqual({})
    expect(noteFaults({ ...blankNote, body: '{"type":"doc","plainText":"","content":[]}' })).toEqual({})
    expect(Object.keys(activityFaults({ ...blankActivity(me), minutes: NaN }))).toEqual([
      'activityTypeId',
      'durationMinutes',
    ])
    expect(pulseFaults(blankPulse)).toHaveProperty('pulse')
    expect(pulseFaults({ ...blankPulse, pulse: 4 })).toEqual({})
  })

  it('is not sent with a day that cannot be read', () => {
    const occurredAt = 'unreadable'
    expect(Object.keys(noteFaults({ ...blankNote, title: 'Call', occurredAt }))).toEqual(['occurredAt'])
    expect(activityFaults({ ...blankActivity(me), occurredAt })).toHaveProperty('occurredAt')
    expect(pulseFaults({ ...blankPulse, occurredAt })).toHaveProperty('occurredAt')
    expect(noteFaults({ ...blankNote, title: 'Call', occurredAt: '2026-11-20T10:00:00.000Z' })).toEqual({})
  })

  it('asks for the next step where there is only its date', () => {
    const note = { ...blankNote, title: 'Call' }
    expect(noteFaults({ ...note, nextStepOn: '2026-11-20' })).toHaveProperty('nextStep')
    expect(noteFaults({ ...note, nextStep: 'Send it', nextStepOn: 'unreadable' })).toHaveProperty(
      'nextStepOn',
    )
    expect(noteFaults({ ...note, nextStep: 'Send it', nextStepOn: '2026-11-20' })).toEqual({})
    expect(noteFaults({ ...note, nextStep: 'Send it' })).toEqual({})
  })
})
