import type { Sentiment } from '@steward/contracts/activity'
import { corrected } from './demo.companies.ts'
import { cell, mostFrequent, rowsBy, type Row } from './demo.file.ts'
import { addressOfName } from './demo.people.ts'
import type { DemoSource } from './demo.source.ts'
import { listStories, type DemoEntry, type DemoStory } from './demo.story.ts'
import { paragraph } from './demo.text.ts'

const dayMs = 24 * 3600 * 1000
const outcomes: Readonly<Record<Sentiment, string>> = {
  positive: 'They are getting on well',
  neutral: 'Nothing new',
  negative: 'They are waiting for us',
}

interface Course {
  /** Days ago, and how the talk went. */
  talks: readonly (readonly [daysAgo: number, sentiment: Sentiment])[]
}

/** How it went lately: steadily, until it stopped, not until lately, with a pause. */
const courses: readonly Course[] = [
  { talks: [80, 71, 63, 55, 46, 38, 30, 22, 13, 4].map((day) => [day, 'positive'] as const) },
  {
    talks: [
      [82, 'positive'],
      [75, 'positive'],
      [69, 'neutral'],
      [61, 'neutral'],
      [52, 'negative'],
    ],
  },
  {
    talks: [
      [79, 'negative'],
      [19, 'neutral'],
      [12, 'neutral'],
      [6, 'positive'],
      [2, 'positive'],
    ],
  },
  {
    talks: [
      [77, 'neutral'],
      [70, 'neutral'],
      [64, 'positive'],
      [21, 'neutral'],
      [9, 'positive'],
    ],
  },
]

/** An instant some days before one, at ten in the morning. */
function daysBefore(anchor: Date, days: number): string {
  const day = new Date(anchor.getTime() - days * dayMs).toISOString().slice(0, 10)
  return `${day}T10:00:00.000Z`
}

function talk(anchor: Date, author: string, deals: readonly Row[], course: Course, at: number): DemoEntry {
  const [daysAgo, sentiment] = course.talks[at] as Course['talks'][number]
  const [product] = mostFrequent(deals, 'product')
  return {
    at: daysBefore(anchor, daysAgo),
    author,
    title: 'Regular call',
    text: [
      paragraph(`Asked how ${product ? corrected(product) : 'it'} is doing, and went through what is open.`),
    ],
    what: {
      kind: 'activity',
      type: 'Call',
      minutes: 20,
      outcome: outcomes[sentiment],
      sentiment,
    },
  }
}

const recentCompanies = 12

/** What was lately talked about with companies that have no other story, up to the day of an instant. */
export function listRecent(source: DemoSource, anchor: Date): DemoStory[] {
  const { companies, deals } = source
  const told = new Set(listStories(source).map(({ account }) => account))
  const dealsOf = rowsBy(deals, 'account')
  const customers = companies.flatMap((company) => {
    const own = dealsOf.get(cell(company, 'account')) ?? []
    const [agent] = mostFrequent(own, 'sales_agent')
    return agent && !told.has(cell(company, 'account'))
      ? [{ account: cell(company, 'account'), own, author: addressOfName(agent) }]
      : []
  })
  return customers
    .toSorted((a, b) => b.own.length - a.own.length)
    .slice(0, recentCompanies)
    .map(({ account, own, author }, at) => {
      const course = courses[at % courses.length] as Course
      return {
        account,
        entries: course.talks.map((_, nth) => talk(anchor, author, own, course, nth)),
      }
    })
}
