import { useDeferredValue, useEffect } from 'react'
import { useQuery } from '@tanstack/react-query'
import { IconExternalLink, IconX } from '@tabler/icons-react'
import type { Level } from '@steward/contracts/level'
import type { RecordBody } from '@steward/contracts/record'
import { errorPanelProps } from '../../api/error-text.ts'
import { HealthBadge, healthOf } from '../health/index.ts'
import type { LevelField } from '../field/index.ts'
import { churnReasonField, churnText } from '../churn/index.ts'
import { isInViewQuery, recordQuery, RecordStateChips, type RecordView } from '../record/index.ts'
import { AppLink } from '../../components/app-link.tsx'
import { type ValueLookups, valueOf, ValueView } from '../value/index.ts'
import { PeekOverview } from './peek-overview.tsx'
import { paths } from '../../paths.ts'
import { buttonClass } from '../../ui/button.tsx'
import { DefinitionList } from '../../ui/definition-list.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { makeRoomBeside } from '../../ui/toast-room.ts'
import { RecordPicture } from '../logo/index.ts'

type PeekPanelProps = {
  level: Level
  id: number
  /** What is shown beside it. */
  view: RecordView
  /** The record as the list has it, shown until the whole one is there. */
  known: RecordBody | undefined
  fields: readonly LevelField[]
  lookups: ValueLookups
  onClose: () => void
}

const panelWidth = 400

/** A record beside the list: what it holds, and the way to its page. It closes when the list no longer shows the record. */
export function PeekPanel({ level, id, view, known, fields, lookups, onClose }: PeekPanelProps) {
  const isLoaded = known !== undefined
  const { data: isInView = true } = useQuery({ ...isInViewQuery(level, view, id), enabled: !isLoaded })
  const isGone = !isLoaded && !isInView
  useEffect(() => {
    if (isGone) onClose()
  }, [isGone, onClose])

  const { data = known, error, refetch } = useQuery(recordQuery(level, id))

  // The panel opens at once; what it holds comes right after.
  const shown = useDeferredValue(data, undefined)

  useEffect(() => makeRoomBeside(panelWidth), [])

  return (
    <aside
      aria-label="Peek"
      data-print="off"
      className="flex shrink-0 flex-col border-l border-line bg-surface max-lg:absolute max-lg:inset-y-0 max-lg:right-0 max-lg:z-20 max-lg:shadow-float"
      style={{ width: panelWidth }}
    >
      {data ? (
        <PeekHeader fields={fields} level={level} id={id} record={data} onClose={onClose} />
      ) : (
        <div className="flex h-16 items-center justify-between border-b border-line px-4">
          <Skeleton className="h-6 w-48" />
          <IconButton label="Close" size="sm" icon={<IconX aria-hidden />} onClick={onClose} />
        </div>
      )}
      <div {...healthOf(level, id)} className="min-h-0 flex-1 overflow-y-auto p-4">
        {error && !data && <ErrorPanel compact {...errorPanelProps(error)} onRetry={() => void refetch()} />}
        {shown && <PeekOverview level={level} id={id} lookups={lookups} />}
        {shown && (
          <DefinitionList
            items={fields
              .filter((field) => field.name !== 'name' && isWorthShowing(field, shown))
              .map((field) => ({
                term: field.displayName,
                value: (
                  <ValueView
                    field={field}
                    value={valueOf(shown, field)}
                    lookups={lookups}
                    status={shown.globalFields.healthStatus}
                  />
                ),
              }))}
          />
        )}
      </div>
    </aside>
  )
}

const churnFields: ReadonlySet<string> = new Set(['churnDate', 'churnReason', 'churnAmount'])

/** Chips at the name tell these already, and an empty custom field tells nothing. */
function isWorthShowing(field: LevelField, record: RecordBody): boolean {
  if (['churned', 'entityArchived', 'primaryOwner'].includes(field.name)) return false
  const isTelling = !field.custom && !churnFields.has(field.name)
  return valueOf(record, field) !== null || isTelling
}

type PeekHeaderProps = {
  level: Level
  id: number
  record: RecordBody
  fields: readonly LevelField[]
  onClose: () => void
}

function PeekHeader({ level, id, record, fields, onClose }: PeekHeaderProps) {
  const { name, entityArchived, churned, organization, account, email, health, healthStatus } =
    record.globalFields
  const churn = churnText(record.globalFields, churnReasonField(fields))
  const detail = email ?? account?.name ?? organization?.name
  return (
    <header className="flex min-h-16 items-center gap-3 border-b border-line py-3 pr-3 pl-4">
      <RecordPicture level={level} record={record} size={32} />
      <div className="min-w-0 flex-1">
        <h2 className="flex items-center gap-2 text-title font-semibold">
          <span className="truncate">{name}</span>
          <RecordStateChips archived={entityArchived} churned={churned} churn={churn} />
        </h2>
        {detail && <p className="truncate text-label text-2">{detail}</p>}
      </div>
      {health !== null && (
        <span {...healthOf(level, id)} className="inline-flex shrink-0">
          <HealthBadge score={health} status={healthStatus} />
        </span>
      )}
      <AppLink
        to={paths.record(level.plural, id)}
        aria-label={`Open ${name}`}
        data-tooltip="Open the page"
        className={buttonClass({ variant: 'ghost', size: 'sm' })}
      >
        <IconExternalLink aria-hidden />
      </AppLink>
      <IconButton label="Close" size="sm" icon={<IconX aria-hidden />} onClick={onClose} />
    </header>
  )
}
