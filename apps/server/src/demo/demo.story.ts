import type { Sentiment } from '@steward/contracts/activity'
import type { RichNode } from '@steward/rich-text'
import { corrected, officeOf, sectorOf } from './demo.companies.ts'
import { cell, mostFrequent, numberCell, rowsBy, type Row } from './demo.file.ts'
import { addressOfName } from './demo.people.ts'
import type { DemoSource } from './demo.source.ts'
import { pulseOfDeals } from './demo.standing.ts'
import { bullets, paragraph, toDo } from './demo.text.ts'

/** Something that was logged with an account of the demo. */
export interface DemoEntry {
  /** ISO 8601. */
  at: string
  /** The address of who logged it. */
  author: string
  title: string
  text: readonly RichNode[]
  what:
    | { kind: 'note' }
    | { kind: 'pulse'; pulse: number }
    | {
        kind: 'activity'
        /** The name of its type. */
        type: string
        minutes: number
        outcome: string
        sentiment: Sentiment
        /** Addresses of colleagues who took part beside the author. */
        with?: readonly string[]
        /** External ids of contacts who took part. */
        contacts?: readonly string[]
      }
  /** The external id of a deal that it is about. */
  deal?: string
}

/** What was logged with one account, in no order. */
export interface DemoStory {
  /** The external id of the account. */
  account: string
  entries: DemoEntry[]
}

interface Customer {
  company: Row
  deals: readonly Row[]
  author: string
  manager: string
}

const dayMs = 24 * 3600 * 1000
/** The days of the demo end here. */
const lastDay = '2017-12-31'

const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 })
const worth = (deals: readonly Row[]): number =>
  deals.reduce((sum, deal) => sum + (numberCell(deal, 'close_value') ?? 0), 0)
const count = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`
const productOf = (deal: Row): string => corrected(cell(deal, 'product'))

function dayAfter(day: string, days: number): string {
  const later = new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)
  return later > lastDay ? lastDay : later
}

const isIn = (stage: string) => (deal: Row) => cell(deal, 'deal_stage') === stage

/** Of the deals, the one with the most of something. */
function most(deals: readonly Row[], of: (deal: Row) => number | string): Row | undefined {
  return deals.toSorted((a, b) => (of(a) < of(b) ? 1 : -1))[0]
}

function plan({ company, deals, author }: Customer): DemoEntry {
  const won = deals.filter(isIn('Won'))
  const products = mostFrequent(won, 'product').slice(0, 3).map(corrected)
  const people = numberCell(company, 'employees')?.toLocaleString('en-US')
  return {
    at: '2017-03-15T10:00:00Z',
    author,
    title: 'Account plan',
    text: [
      paragraph(`${sectorOf(company)}, ${people} people, head office: ${officeOf(company)}.`),
      bullets([`Buys most often: ${products.join(', ')}`, 'Decides within a quarter', 'Pays on time']),
      toDo(['Find out who decides on the larger products', 'Agree on a day for the quarterly review']),
    ],
    what: { kind: 'note' },
  }
}

function demonstration({ deals, author }: Customer): DemoEntry[] {
  const deal = most(deals.filter(isIn('Won')), (one) => -Date.parse(cell(one, 'engage_date')))
  if (!deal) return []
  return [
    {
      at: `${dayAfter(cell(deal, 'engage_date'), 3)}T10:30:00Z`,
      author,
      title: `Demo of ${productOf(deal)}`,
      text: [
        paragraph(`Showed ${productOf(deal)} to the team that will work with it.`),
        bullets(['Set-up took less time than they expected', 'Asked for a price for several seats']),
      ],
      what: { kind: 'activity', type: 'Demo', minutes: 60, outcome: 'Wants an offer', sentiment: 'positive' },
      deal: cell(deal, 'opportunity_id'),
    },
  ]
}

function signing({ deals, author }: Customer): DemoEntry[] {
  const deal = most(deals.filter(isIn('Won')), (one) => numberCell(one, 'close_value') ?? 0)
  if (!deal) return []
  const [from, to] = [cell(deal, 'engage_date'), cell(deal, 'close_date')]
  const days = Math.round((Date.parse(to) - Date.parse(from)) / dayMs)
  return [
    {
      at: `${to}T15:00:00Z`,
      author,
      title: `${productOf(deal)} signed`,
      text: [
        paragraph(`Signed at ${money.format(worth([deal]))}, ${count(days, 'day')} after the first talk.`),
      ],
      what: { kind: 'activity', type: 'Meeting', minutes: 45, outcome: 'Signed', sentiment: 'positive' },
      deal: cell(deal, 'opportunity_id'),
    },
  ]
}

function loss({ deals, author }: Customer): DemoEntry[] {
  const deal = most(deals.filter(isIn('Lost')), (one) => cell(one, 'close_date'))
  if (!deal) return []
  return [
    {
      at: `${cell(deal, 'close_date')}T16:00:00Z`,
      author,
      title: `Why not ${productOf(deal)}`,
      text: [
        paragraph(
          'The budget of this year is spent. They like the product and will look at it again in spring.',
        ),
      ],
      what: {
        kind: 'activity',
        type: 'Call',
        minutes: 20,
        outcome: 'Decided against it for now',
        sentiment: 'negative',
      },
      deal: cell(deal, 'opportunity_id'),
    },
  ]
}

function firstTalk({ deals, author }: Customer): DemoEntry[] {
  const open = deals.filter((deal) => cell(deal, 'close_date') === '' && cell(deal, 'engage_date') !== '')
  const deal = most(open, (one) => cell(one, 'engage_date'))
  if (!deal) return []
  return [
    {
      at: `${cell(deal, 'engage_date')}T09:15:00Z`,
      author,
      title: `First talk about ${productOf(deal)}`,
      text: [paragraph('They compare it with what they have. Sent the data sheet and two references.')],
      what: {
        kind: 'activity',
        type: 'Call',
        minutes: 30,
        outcome: 'Call again in two weeks',
        sentiment: 'neutral',
      },
      deal: cell(deal, 'opportunity_id'),
    },
  ]
}

/** The quarters in which deals of the demo were closed. */
const quarters = [
  { from: '2017-01-01', to: '2017-03-31' },
  { from: '2017-04-01', to: '2017-06-30' },
  { from: '2017-07-01', to: '2017-09-30' },
  { from: '2017-10-01', to: '2017-12-31' },
]

interface Quarter {
  to: string
  closed: readonly Row[]
}

function quartersOf(deals: readonly Row[]): Quarter[] {
  return quarters
    .map(({ from, to }) => ({
      to,
      closed: deals.filter((deal) => cell(deal, 'close_date') >= from && cell(deal, 'close_date') <= to),
    }))
    .filter(({ closed }) => closed.length > 0)
}

const pulseAt = ({ author }: Customer, { to, closed }: Quarter): DemoEntry => ({
  at: `${to}T17:00:00Z`,
  author,
  title: '',
  text: [
    paragraph(
      `${closed.filter(isIn('Won')).length} of ${count(closed.length, 'deal')} of the quarter were won.`,
    ),
  ],
  what: { kind: 'pulse', pulse: pulseOfDeals(closed) },
})

function review({ author, manager }: Customer, { to, closed }: Quarter): DemoEntry {
  const won = closed.filter(isIn('Won'))
  const isGood = pulseOfDeals(closed) >= 4
  return {
    at: `${dayAfter(to, 5)}T13:00:00Z`,
    author,
    title: 'Quarterly review',
    text: [
      bullets([
        `${count(won.length, 'deal')} won for ${money.format(worth(won))}, ${closed.length - won.length} lost`,
        `Most wanted: ${mostFrequent(closed, 'product').slice(0, 2).map(corrected).join(' and ')}`,
      ]),
      toDo([isGood ? 'Ask for a reference' : 'Bring a plan for the next quarter to the next review']),
    ],
    what: {
      kind: 'activity',
      type: 'QBR',
      minutes: 90,
      outcome: isGood ? 'They are content' : 'They expect more of us',
      sentiment: isGood ? 'positive' : 'neutral',
      with: [manager],
    },
  }
}

function outlook({ author, deals }: Customer): DemoEntry {
  const isQuiet = pulseOfDeals(deals.filter((deal) => cell(deal, 'close_date') >= '2017-10-01')) <= 2
  return {
    at: '2017-12-20T11:20:00Z',
    author,
    title: isQuiet ? 'What would win them back' : 'What they like',
    text: isQuiet
      ? [bullets(['A person to call when something is stuck', 'An offer that covers two years'])]
      : [bullets(['Answers on the same day', 'Prices that they can plan with'])],
    what: { kind: 'note' },
  }
}

function storyOf(customer: Customer): DemoStory {
  const closed = quartersOf(customer.deals)
  return {
    account: cell(customer.company, 'account'),
    entries: [
      plan(customer),
      ...demonstration(customer),
      ...signing(customer),
      ...loss(customer),
      ...firstTalk(customer),
      ...closed.slice(0, -1).map((quarter) => review(customer, quarter)),
      ...closed.map((quarter) => pulseAt(customer, quarter)),
      outlook(customer),
    ],
  }
}

const mainCompanies = 12

/** What was logged with the companies that bought for most. */
export function listStories({ companies, deals, teams }: DemoSource): DemoStory[] {
  const dealsOf = rowsBy(deals, 'account')
  const managerOf = new Map(teams.map((row) => [cell(row, 'sales_agent'), cell(row, 'manager')]))
  const customers = companies.flatMap((company): Customer[] => {
    const own = dealsOf.get(cell(company, 'account')) ?? []
    const [agent] = mostFrequent(own, 'sales_agent')
    const manager = agent && managerOf.get(agent)
    if (!agent || !manager) return []
    return [{ company, deals: own, author: addressOfName(agent), manager: addressOfName(manager) }]
  })
  return customers
    .toSorted((a, b) => worth(b.deals) - worth(a.deals))
    .slice(0, mainCompanies)
    .map(storyOf)
}
