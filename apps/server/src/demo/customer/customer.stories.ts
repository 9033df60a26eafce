import type { Sentiment } from '@steward/contracts/activity'
import { cell, numberCell, required, rowsBy, type Row } from '../demo.file.ts'
import { addressOfName } from '../demo.people.ts'
import type { DemoSource } from '../demo.source.ts'
import type { DemoEntry, DemoStory } from '../demo.story.ts'
import { paragraph } from '../demo.text.ts'
import { contactIdOf } from './customer.records.ts'
import { daysFrom, listCustomers, teamLead, type Customer, type Present } from './customer.ts'

type Talk = readonly [daysAgo: number, sentiment: Sentiment]
type Pulse = readonly [daysAgo: number, pulse: number]

interface Course {
  talks: readonly Talk[]
  pulses: readonly Pulse[]
}

const as = (sentiment: Sentiment, ...days: readonly number[]): Talk[] => days.map((day) => [day, sentiment])

/** The year of customers without a story of their own. */
const courses: Readonly<Record<string, Course>> = {
  steady: {
    talks: [...as('positive', 352, 288, 224, 160, 97, 39, 8), ...as('neutral', 320, 256, 192, 128, 66, 22)],
    pulses: [
      [340, 4],
      [190, 4],
      [60, 4],
    ],
  },
  growing: {
    talks: [...as('positive', 350, 310, 268, 210, 171, 130, 88, 47, 19, 5), ...as('neutral', 240, 108)],
    pulses: [
      [345, 3],
      [200, 4],
      [50, 5],
    ],
  },
  cooling: {
    talks: [
      ...as('positive', 349, 301, 262),
      ...as('neutral', 330, 232, 198, 161, 128),
      ...as('negative', 96, 71),
    ],
    pulses: [
      [338, 4],
      [150, 3],
      [70, 2],
    ],
  },
  recovering: {
    talks: [
      ...as('neutral', 351, 312, 270),
      ...as('negative', 231, 205, 180),
      ...as('neutral', 151, 126),
      ...as('positive', 92, 61, 33, 12),
    ],
    pulses: [
      [340, 3],
      [200, 2],
      [110, 3],
      [30, 4],
    ],
  },
  tense: {
    talks: [
      ...as('positive', 348, 300),
      ...as('neutral', 260, 215, 170),
      ...as('negative', 122, 84, 41, 17, 6),
    ],
    pulses: [
      [330, 4],
      [120, 3],
      [15, 2],
    ],
  },
  quiet: { talks: as('neutral', 318, 231, 142), pulses: [[300, 3]] },
  onboarding: {
    talks: [...as('positive', 86, 64, 25, 15, 9, 3), ...as('neutral', 73, 50, 20, 6)],
    pulses: [
      [80, 4],
      [12, 4],
    ],
  },
}

const pulseTexts: Readonly<Record<number, readonly string[]>> = {
  2: ['They wait for us too often.', 'Open doubts about the benefit.', 'The last answers came late.'],
  3: ['Neither happy nor unhappy.', 'Waiting to see what changes.', 'Works, but few people use it.'],
  4: ['Content; nothing urgent.', 'Uses it every week and says so.', 'Good figures, short meetings.'],
  5: ['They recommend us to others.', 'Asked for more seats twice this quarter.'],
}

const picked = <Value>(values: readonly Value[], at: number, what: string): Value =>
  required(values[at % values.length], what)

/** Variants of how a course ends: the days without contact, and the latest pulse. */
const endings: Readonly<Record<string, readonly { without: number; pulse: number }[]>> = {
  steady: [
    { without: 0, pulse: 4 },
    { without: 14, pulse: 3 },
    { without: 24, pulse: 4 },
    { without: 0, pulse: 5 },
    { without: 30, pulse: 3 },
  ],
  growing: [
    { without: 0, pulse: 5 },
    { without: 10, pulse: 4 },
    { without: 21, pulse: 5 },
  ],
}

/** A course with one of its endings, by the place of the customer. */
function endedCourse(name: string, nth: number): Course {
  const course = required(courses[name], `the course ${name}`)
  const ends = endings[name]
  if (!ends) return course
  const { without, pulse } = picked(ends, nth, 'endings')
  const last = course.pulses.length - 1
  return {
    talks: course.talks.filter(([daysAgo]) => daysAgo > without),
    pulses: course.pulses.map(([daysAgo, one], at) => [daysAgo, at === last ? pulse : one]),
  }
}

function speaker({ contacts, nth }: Customer, at: number): Row {
  return picked(contacts, at % 4 === 3 ? nth + at : 0, 'a contact')
}

const withName = (text: string, contact: Row): string =>
  text.replaceAll('{contact}', cell(contact, 'first_name'))

/** The owner of a customer on a day. */
const authorOf = ({ owner, formerOwner }: Customer, daysAgo: number): string =>
  formerOwner && daysAgo > 70 ? formerOwner : owner

interface Written {
  present: Present
  customer: Customer
  daysAgo: number
  hour: number
}

const atOf = ({ present, daysAgo, hour }: Written): string =>
  daysFrom(present.anchor, -daysAgo, hour).toISOString()

function pulseEntry(written: Written, pulse: number, text: string): DemoEntry {
  const author = authorOf(written.customer, written.daysAgo)
  return { at: atOf(written), author, title: '', text: [paragraph(text)], what: { kind: 'pulse', pulse } }
}

function activityEntry(written: Written, row: Row, author: string, contact: Row): DemoEntry {
  const { customer } = written
  return {
    at: atOf(written),
    author,
    title: cell(row, 'title'),
    text: [paragraph(withName(cell(row, 'text'), contact))],
    what: {
      kind: 'activity',
      type: row['type'] ?? cell(row, 'what'),
      minutes: numberCell(row, 'minutes') ?? 0,
      outcome: cell(row, 'outcome'),
      sentiment: cell(row, 'sentiment') as Sentiment,
      contacts: [contactIdOf(contact, cell(customer.row, 'website'))],
    },
  }
}

function noteEntry(written: Written, row: Row, author: string, contact: Row): DemoEntry {
  const text = [paragraph(withName(cell(row, 'text'), contact))]
  return { at: atOf(written), author, title: cell(row, 'title'), text, what: { kind: 'note' } }
}

/** The timeline entries of a customer whose year follows a course. */
function courseOf(customer: Customer, course: Course, source: DemoSource, present: Present): DemoEntry[] {
  const { nth, since } = customer
  const shift = (nth * 3) % 7
  const talks = rowsBy(source.customerTalks, 'sentiment')
  const told = new Map<Sentiment, number>()
  const activities = course.talks
    .filter(([days]) => days + shift < since)
    .map(([days, sentiment], at) => {
      const before = told.get(sentiment) ?? 0
      told.set(sentiment, before + 1)
      const row = picked(talks.get(sentiment) ?? [], nth * 3 + before, `talks that are ${sentiment}`)
      const written = { present, customer, daysAgo: Math.max(days + shift - 3, 1), hour: 8 + (at % 7) }
      return activityEntry(written, row, authorOf(customer, written.daysAgo), speaker(customer, at))
    })
  const pulses = course.pulses
    .filter(([days]) => days + shift < since)
    .map(([days, pulse], at) => {
      const text = picked(pulseTexts[pulse] ?? [], nth + at, `texts of the pulse ${pulse}`)
      return pulseEntry({ present, customer, daysAgo: days + shift, hour: 16 }, pulse, text)
    })
  const notes = [0, 1].map((at) => {
    const row = picked(source.customerNotes, nth + at * 3, 'notes')
    const daysAgo = Math.max(Math.round((since * (2 - at)) / 4) - shift, 2)
    const written = { present, customer, daysAgo, hour: 17 }
    return noteEntry(written, row, authorOf(customer, daysAgo), speaker(customer, at))
  })
  return [...activities, ...pulses, ...notes]
}

/** The contact who a row of a story names, or else the first of the customer. */
function contactOf({ contacts }: Customer, row: Row): Row {
  const name = cell(row, 'contact')
  const found = name ? contacts.find((one) => cell(one, 'first_name') === name) : contacts[0]
  return required(found, `the contact ${name}`)
}

function storyEntry(customer: Customer, row: Row, nth: number, present: Present): DemoEntry {
  const daysAgo = required(numberCell(row, 'days_ago') ?? undefined, 'a day of a story')
  const written = { present, customer, daysAgo, hour: 8 + (nth % 8) }
  const by = cell(row, 'by')
  const author = by === 'manager' ? addressOfName(teamLead) : authorOf(customer, daysAgo)
  const what = cell(row, 'what')
  const contact = contactOf(customer, row)
  if (what === 'pulse') return pulseEntry(written, numberCell(row, 'value') ?? 0, cell(row, 'text'))
  return what === 'note'
    ? noteEntry(written, row, author, contact)
    : activityEntry(written, row, author, contact)
}

/** The timelines of the customers over the year before the demo was loaded. */
export function listCustomerStories(source: DemoSource, present: Present): DemoStory[] {
  const own = rowsBy(source.customerStories, 'account')
  return listCustomers(source, present).map((customer) => {
    const rows = own.get(cell(customer.row, 'account'))
    const course = cell(customer.row, 'course')
    return {
      account: customer.externalId,
      entries: rows
        ? rows.map((row, nth) => storyEntry(customer, row, nth, present))
        : courseOf(customer, endedCourse(course, customer.nth), source, present),
    }
  })
}
