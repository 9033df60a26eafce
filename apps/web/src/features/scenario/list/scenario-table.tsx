import { useMemo } from 'react'
import { levelOf, type LevelName } from '@steward/contracts/level'
import type { ScenarioSummary } from '@steward/contracts/scenario/scenario'
import { AppLink } from '../../../components/app-link.tsx'
import { agoText, exactText } from '../../../components/time-text.ts'
import { paths } from '../../../paths.ts'
import { Badge } from '../../../ui/badge.tsx'
import { cx } from '../../../ui/cx.ts'
import { HiddenHeader, TableHead } from '../../../ui/table-head.tsx'
import { sentenceOf } from '../editor/node-text.ts'
import { ScenarioRowMenu } from '../frame/scenario-menu.tsx'
import { useNodeWords } from '../node/use-node-words.ts'
import { statusTones, statusWords } from '../scenario-words.ts'

const columns = 'md:grid-cols-[minmax(0,2fr)_5.5rem_9rem_5rem_5rem_5rem_minmax(0,0.9fr)_2.5rem]'

/** A table from 768 px on; below, each scenario is a card. */
export function ScenarioTable({ rows }: { rows: readonly ScenarioSummary[] }) {
  return (
    <div role="table" aria-label="Scenarios" className="min-w-0">
      <TableHead className={cx('gap-x-4', columns)}>
        <span role="columnheader">Scenario</span>
        <span role="columnheader">Status</span>
        <span role="columnheader">Last run</span>
        <span role="columnheader">Entered</span>
        <span role="columnheader">In it now</span>
        <span role="columnheader">Failed</span>
        <span role="columnheader">Owner</span>
        <HiddenHeader>Actions</HiddenHeader>
      </TableHead>
      <div role="rowgroup">
        {rows.map((row) => (
          <Row key={row.scenarioId} row={row} />
        ))}
      </div>
    </div>
  )
}

/** What starts a scenario, as a sentence. */
function TriggerText({ row: { level, trigger, triggerSettings } }: { row: ScenarioSummary }) {
  const settings = useMemo(() => [triggerSettings], [triggerSettings])
  const words = useNodeWords(levelOf(level as LevelName), settings)
  const sentence = sentenceOf({ type: trigger, settings: triggerSettings }, words)
  return <p className="truncate text-label text-2">{sentence === '' ? '\u00a0' : sentence}</p>
}

function Count({ label, count, isPoor }: { label: string; count: number; isPoor?: boolean }) {
  return (
    <div role="cell" className={cx('tabular max-md:text-label', isPoor ? 'font-medium text-poor' : 'text-2')}>
      {count.toLocaleString()} <span className="md:hidden">{label}</span>
    </div>
  )
}

function Row({ row }: { row: ScenarioSummary }) {
  const { scenarioId, name, level, status, lastEnteredAt, entered, inProgress, failed, createdBy } = row
  return (
    <div
      role="row"
      className={cx(
        'relative grid grid-cols-[repeat(3,auto)_1fr_auto] items-center gap-x-4 gap-y-1 border-b border-line px-4 py-2.5 hover:bg-hover',
        columns,
      )}
    >
      <div role="cell" className="min-w-0 max-md:col-span-4">
        <AppLink
          to={paths.scenario(scenarioId)}
          className="block max-w-full truncate rounded-chip font-medium after:absolute after:inset-0 hover:underline"
        >
          {name}
        </AppLink>
        <TriggerText row={row} />
      </div>
      <div role="cell" className="max-md:order-3">
        <Badge tone={statusTones[status]}>{statusWords[status]}</Badge>
      </div>
      <div role="cell" className="truncate text-2 max-md:hidden">
        {lastEnteredAt ? (
          <time dateTime={lastEnteredAt} data-tooltip={exactText(lastEnteredAt)} className="relative">
            {agoText(lastEnteredAt)}
          </time>
        ) : (
          'Never'
        )}
      </div>
      <div role="presentation" className="contents max-md:*:order-4">
        <Count label={entered === 1 ? level : levelOf(level as LevelName).plural} count={entered} />
        <Count label="in it" count={inProgress} />
        <Count label="failed" count={failed} isPoor={failed > 0} />
      </div>
      <div role="cell" className="truncate text-2 max-md:hidden">
        {createdBy?.name}
      </div>
      <div role="cell" className="relative flex justify-end max-md:order-2">
        <ScenarioRowMenu scenario={row} />
      </div>
    </div>
  )
}
