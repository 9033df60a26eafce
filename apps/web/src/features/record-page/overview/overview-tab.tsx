import type { ComponentType } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { Overview } from '@steward/contracts/overview'
import type { OverviewCard } from '@steward/contracts/plain/overview-card'
import type { Level } from '@steward/contracts/level'
import { errorPanelProps } from '../../../api/error-text.ts'
import { overviewQuery } from '../../../entities/overview/index.ts'
import { useRecordScreen } from '../../../entities/record-screen/index.ts'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { ArrangeCards } from './arrange-cards.tsx'
import { HealthCard } from './health-card.tsx'
import { KeyFigures } from './key-figures.tsx'
import { LatestCard } from './latest-card.tsx'
import { OverviewSkeleton } from './overview-skeleton.tsx'
import { PeopleCard } from './people-card.tsx'
import { PlansCard } from './plans-card.tsx'
import { PulseCard } from './pulse-card.tsx'

type CardView = {
  label: string
  /** As wide as the tab; others are in two columns. */
  wide?: true
  side?: true
  isOf: (level: Level) => boolean
  View: ComponentType<{ overview: Overview }>
}

/** Pipelines have no health at first and no pulse, and only organizations and accounts have people. */
const views: Readonly<Record<OverviewCard, CardView>> = {
  health: { label: 'Health', wide: true, isOf: ({ id }) => id < 4, View: HealthCard },
  figures: { label: 'Key figures', wide: true, isOf: () => true, View: KeyFigures },
  plans: { label: 'Success plans', wide: true, isOf: () => true, View: PlansCard },
  latest: { label: 'Recent activity', isOf: () => true, View: LatestCard },
  people: { label: 'People', side: true, isOf: ({ id }) => id < 3, View: PeopleCard },
  pulse: { label: 'Pulse', side: true, isOf: ({ id }) => id < 4, View: PulseCard },
}

/** What matters before a call: health, figures, the latest, people, pulse. Everyone chooses and orders the cards. */
export function OverviewTab() {
  const { level, id } = useRecordScreen()
  const { data: overview, error, refetch } = useQuery(overviewQuery(level, id))
  if (error && !overview) return <ErrorPanel {...errorPanelProps(error)} onRetry={() => void refetch()} />
  if (!overview) return <OverviewSkeleton />
  const offered = (Object.keys(views) as OverviewCard[]).filter((card) => views[card].isOf(level))
  const shown = overview.cards.filter((card) => offered.includes(card))
  return (
    <div data-overview className="@container flex flex-col gap-5 px-4 py-5 sm:px-6">
      {groupsOf(shown).map((cards) => (
        <CardGroup key={cards.join()} cards={cards} overview={overview} />
      ))}
      {shown.length === 0 && <p className="text-body text-2">You have hidden all cards.</p>}
      <ArrangeCards
        offered={offered.map((key) => ({ key, label: views[key].label }))}
        shown={overview.cards}
      />
    </div>
  )
}

/** Wide cards are alone, others together up to the next wide one. */
function groupsOf(cards: readonly OverviewCard[]): OverviewCard[][] {
  const groups: OverviewCard[][] = []
  for (const card of cards) {
    const last = groups.at(-1)
    const joins = last && !views[card].wide && !views[last[0]!].wide
    if (joins) last.push(card)
    else groups.push([card])
  }
  return groups
}

function CardGroup({ cards, overview }: { cards: readonly OverviewCard[]; overview: Overview }) {
  const column = (isSide: boolean) =>
    cards
      .filter((card) => (views[card].side === true) === isSide)
      .map((card) => {
        const { View } = views[card]
        return <View key={card} overview={overview} />
      })
  const [main, side] = [column(false), column(true)]
  if (main.length === 0 || side.length === 0) {
    return <div className="flex flex-col gap-5 empty:hidden">{[...main, ...side]}</div>
  }
  const isSideFirst = views[cards[0]!].side
  return (
    <div
      className={`grid gap-5 ${isSideFirst ? '@2xl:grid-cols-[minmax(15rem,5fr)_minmax(0,8fr)]' : '@2xl:grid-cols-[minmax(0,8fr)_minmax(15rem,5fr)]'}`}
    >
      <div className="flex min-w-0 flex-col gap-5">{isSideFirst ? side : main}</div>
      <div className="flex min-w-0 flex-col gap-5">{isSideFirst ? main : side}</div>
    </div>
  )
}
