import type { ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { NextTask, Overview } from '@steward/contracts/overview'
import { starterFieldNames } from '@steward/contracts/plain/starter-field'
import { headerWidgets, type HeaderWidget } from '@steward/contracts/plain/user-settings/stat-bar'
import { AppLink } from '../../components/app-link.tsx'
import { exactText } from '../../components/time-text.ts'
import { HealthChange } from '../../entities/health/index.ts'
import { overviewQuery, sinceText } from '../../entities/overview/index.ts'
import { type RecordScreen, useRecordScreen } from '../../entities/record-screen/index.ts'
import { ChooseWidgets } from '../../entities/stat-bar/index.ts'
import { valueOf, ValueView } from '../../entities/value/index.ts'
import { paths } from '../../paths.ts'
import { cx } from '../../ui/cx.ts'
import { formatDay, readerDay } from '../../ui/day-text.ts'
import { untilText } from './fields/until-text.rules.ts'

interface Fact {
  label: string
  value: ReactNode
  tooltip?: string
}

const { arr, renewalDate, healthChange } = starterFieldNames

/** A starter field with its value; undefined where the level has no such field, or nothing is set. */
function starterOf({ fields, record }: RecordScreen, name: string) {
  const field = fields.find((one) => one.custom && one.name === name)
  const value = field && valueOf(record, field)
  return field && value !== null && value !== undefined ? { field, value } : undefined
}

function arrOf(screen: RecordScreen): Fact | undefined {
  const found = starterOf(screen, arr)
  return found && { label: 'ARR', value: <ValueView {...found} lookups={screen.lookups} /> }
}

function renewalOf(screen: RecordScreen): Fact | undefined {
  const day = starterOf(screen, renewalDate)?.value
  if (typeof day !== 'string') return undefined
  return { label: 'Renewal', value: untilText(day), tooltip: formatDay(day) }
}

function trendOf(screen: RecordScreen): Fact | undefined {
  const change = starterOf(screen, healthChange)?.value
  if (typeof change !== 'number' || screen.record.globalFields.health === null) return undefined
  return { label: 'Health, 30 days', value: <HealthChange change={change} /> }
}

function lastContactOf(overview: Overview | undefined): Fact | undefined {
  const at = overview?.figures.lastContactAt
  return at ? { label: 'Last contact', value: sinceText(at), tooltip: exactText(at) } : undefined
}

function nextStepOf({ level, id }: RecordScreen, next: NextTask | null | undefined): Fact | undefined {
  if (!next) return undefined
  const { taskId, title, dueDate } = next
  const isOverdue = dueDate !== null && dueDate < readerDay(new Date())
  return {
    label: 'Next step',
    value: (
      <>
        <AppLink
          to={`${paths.record(level.plural, id)}?tab=tasks&task=${taskId}`}
          className="truncate rounded-chip hover:underline"
        >
          {title}
        </AppLink>
        {dueDate && (
          <span className={cx('shrink-0 text-label font-normal', isOverdue ? 'text-poor' : 'text-2')}>
            due {untilText(dueDate)}
          </span>
        )}
      </>
    ),
    tooltip: dueDate ? formatDay(dueDate) : undefined,
  }
}

/** The facts that there are of those that their reader chose. Some come with the record, others after it. */
function useFacts(): { facts: (Fact & { key: HeaderWidget })[]; isEmptied: boolean } {
  const screen = useRecordScreen()
  const { data: overview } = useQuery(overviewQuery(screen.level, screen.id))
  const chosen = overview?.header ?? headerWidgets
  const factOf: Readonly<Record<HeaderWidget, () => Fact | undefined>> = {
    arr: () => arrOf(screen),
    renewal: () => renewalOf(screen),
    healthTrend: () => trendOf(screen),
    lastContact: () => lastContactOf(overview),
    nextStep: () => nextStepOf(screen, overview?.figures.nextStep),
  }
  const facts = chosen.flatMap((key) => {
    const fact = factOf[key]()
    return fact ? [{ key, ...fact }] : []
  })
  return { facts, isEmptied: chosen.length === 0 }
}

/** The facts at the head of a record: value, renewal, trend, last contact, next step. Absent ones take no space. */
export function RecordFacts() {
  const { level } = useRecordScreen()
  const { facts, isEmptied } = useFacts()
  if (facts.length === 0 && !isEmptied) return null
  return (
    <div className="flex shrink-0 items-center gap-2 px-4 pb-3 sm:px-6">
      <dl aria-label="Key facts" className="flex min-w-0 flex-1 flex-wrap gap-x-5 gap-y-1 text-body">
        {facts.map(({ key, label, value, tooltip }) => (
          <div key={key} className="flex min-w-0 items-center gap-1.5">
            <dt className="shrink-0 text-label text-2">{label}</dt>
            <dd data-tooltip={tooltip} className="tabular flex min-w-0 items-center gap-1.5 font-medium">
              {value}
            </dd>
          </div>
        ))}
      </dl>
      <div className="shrink-0" data-print="off">
        <ChooseWidgets scope="360" level={level} />
      </div>
    </div>
  )
}
