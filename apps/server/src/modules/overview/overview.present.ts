import type { Overview, PipelineFigure } from '@steward/contracts/overview'
import { overviewCards } from '@steward/contracts/plain/overview-card'
import { headerWidgets, type HeaderWidget } from '@steward/contracts/plain/user-settings/stat-bar'
import { itemKinds } from '@steward/contracts/timeline'
import type { UserDirectory } from '../user-management/index.ts'
import type { LatestRow, OverviewRow, PipelineRow } from './overview.read-model.ts'

const pipelineType = { opportunity: 1, risk: 2 } as const

/** The open pipelines of a type, from those in each currency. */
function pipelineFigure(rows: readonly PipelineRow[] | null, type: number): PipelineFigure | null {
  if (rows === null) return null
  const found = rows.filter((row) => row.type === type)
  return {
    open: found.reduce((sum, { open }) => sum + open, 0),
    amounts: found.flatMap(({ value, currencyDefinitionId }) =>
      value === null || currencyDefinitionId === null ? [] : [{ currencyDefinitionId, value }],
    ),
  }
}

function presentLatest(row: LatestRow, users: UserDirectory): Overview['latest'][number] {
  const author = row.authorId === null ? undefined : users.byId.get(row.authorId)
  const { itemId, occurredAt, title, text, pulse, inherited, from, activityName, iconName } = row
  return {
    itemId,
    // Kinds are numbered from 1 in the order of the contract.
    kind: itemKinds[row.kind - 1]!,
    occurredAt,
    author: author ? { id: author.userId, name: author.name, imageId: author.imageId } : null,
    record: row.name === null ? null : { level: row.level, id: row.recordId, name: row.name },
    inherited,
    title,
    text,
    pulse,
    activity: activityName === null ? null : { name: activityName, iconName: iconName ?? '' },
    from,
  }
}

const isHeaderWidget = (key: string): key is HeaderWidget => headerWidgets.some((widget) => widget === key)

/** The overview as it is sent. */
export function presentOverview(row: OverviewRow, users: UserDirectory): Overview {
  const { below, pulse, people, nextStep } = row
  const { lastContactAt, ...counts } = row.counts
  return {
    figures: {
      opportunities: pipelineFigure(row.pipelines, pipelineType.opportunity),
      risks: pipelineFigure(row.pipelines, pipelineType.risk),
      lastContactAt,
      nextStep,
    },
    counts: { accounts: below[2] ?? 0, contacts: below[3] ?? 0, pipelines: below[4] ?? 0, ...counts },
    latest: row.latest.map((item) => presentLatest(item, users)),
    pulse,
    people,
    // A card that is no more is not asked for again.
    cards: row.cards?.filter((card) => overviewCards.includes(card)) ?? [...overviewCards],
    header: (row.header ?? headerWidgets).filter(isHeaderWidget),
  }
}
