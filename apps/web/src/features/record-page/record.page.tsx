import { useEffect, useMemo } from 'react'
import { useRouteParam } from '../../components/route-param.ts'
import { usePrefetchQuery, useQuery } from '@tanstack/react-query'
import type { Level } from '@steward/contracts/level'
import { ApiError } from '../../api/api-error.ts'
import { useCan } from '../../api/can.ts'
import { errorPanelProps } from '../../api/error-text.ts'
import { fieldSectionsQuery, levelFieldsQuery } from '../../entities/field/index.ts'
import { overviewQuery } from '../../entities/overview/index.ts'
import { noteRecentRecord, recordQuery } from '../../entities/record/index.ts'
import { useSession } from '../../api/session.ts'
import { levelTitle, useLevel } from '../../entities/level/index.ts'
import { PageFrame } from '../../components/page-frame.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { learnNames, preloadEditor, useReferenceNames, useValueLookups } from '../../entities/value/index.ts'
import { paths } from '../../paths.ts'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { RecordFrame } from './frame/record-frame.tsx'
import { useSequence } from './record-order.tsx'
import type { RecordSequence } from './record-sequence.rules.ts'
import { type RecordScreen, RecordScreenContext } from '../../entities/record-screen/index.ts'
import { RecordSkeleton } from './record-skeleton.tsx'
import { UnknownRecord } from './unknown-record.tsx'
import { useSaveField } from './fields/use-save-field.ts'

// What most see first loads beside the page, not after it.
import('./overview/overview-tab.tsx').catch(() => undefined)

/** One record: header, fields, and what its tabs show of it. */
export function RecordPage() {
  const level = useLevel()
  const text = useRouteParam('id')
  const id = Number(text)
  const sequence = useSequence(level, id)
  if (!Number.isSafeInteger(id) || id < 1) return <UnknownRecord level={level} />
  // Another record starts again: no editor, problem or dialog of the one before stays open.
  return <RecordOf key={`${level.name}-${id}`} level={level} id={id} sequence={sequence} />
}

const nothing: never[] = []

type RecordOfProps = { level: Level; id: number; sequence: RecordSequence | null }

function RecordOf({ level, id, sequence }: RecordOfProps) {
  // Asked for beside the record, not after it.
  usePrefetchQuery(overviewQuery(level, id))
  const record = useQuery(recordQuery(level, id))
  const fields = useQuery(levelFieldsQuery(level))
  const sections = useQuery(fieldSectionsQuery(level))
  const held = record.data
  const shown = useMemo(() => (held ? [held] : nothing), [held])
  const lookups = useReferenceNames(useValueLookups(level), fields.data ?? nothing, shown)
  const saving = useSaveField(level, id, lookups)
  const mayEdit = useCan()('record.edit')
  const { user } = useSession()
  useEffect(() => {
    if (mayEdit) preloadEditor()
  }, [mayEdit])

  const screen = useMemo((): RecordScreen | null => {
    if (!record.data || !fields.data || sections.isPending) return null
    learnNames(record.data)
    const known = { fields: fields.data, sections: sections.data }
    return { level, id, record: record.data, ...known, lookups, mayEdit, saving }
  }, [level, id, record.data, fields.data, sections.data, sections.isPending, lookups, mayEdit, saving])

  const name = held?.globalFields.name
  useEffect(() => {
    if (user && name !== undefined) noteRecentRecord(user.userId, { levelId: level.id, id, name })
  }, [user, level, id, name])

  const error = record.error ?? fields.error
  // A record that is no longer there goes, even where what was known of it is still held.
  if (error instanceof ApiError && [403, 404].includes(error.status)) return <UnknownRecord level={level} />
  if (screen) {
    return (
      <RecordScreenContext value={screen}>
        <RecordFrame sequence={sequence} />
      </RecordScreenContext>
    )
  }
  if (!error) return <RecordSkeleton level={level} />
  return (
    <PageFrame title={level.label}>
      <PageHeader
        title={level.label}
        breadcrumb={[{ label: levelTitle(level), to: paths.list(level.plural) }]}
      />
      <ErrorPanel
        {...errorPanelProps(error)}
        onRetry={() => void Promise.all([record.refetch(), fields.refetch()])}
      />
    </PageFrame>
  )
}
