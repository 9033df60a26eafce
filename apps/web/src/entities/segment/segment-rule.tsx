import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { Level } from '@steward/contracts/level'
import type { Segment } from '@steward/contracts/segment'
import { isSessionExpired } from '../../api/api-error.ts'
import { useCan } from '../../api/can.ts'
import { errorText } from '../../api/error-text.ts'
import type { LevelField } from '../field/index.ts'
import { putSegment } from './segment-cache.ts'
import { updateSegment } from './segment.calls.ts'
import { ruleWords, useRuleLookups } from '../rule/index.ts'
import { useSearchParams } from '../../components/search-params.ts'
import { brokenText } from './broken-text.ts'
import { useValueLookups } from '../value/index.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import {
  isModified,
  type ListBase,
  type ListSearch,
  useFilterFields,
  useListAddress,
  viewOfSearch,
} from '../record-view/index.ts'

type SegmentRuleProps = {
  level: Level
  segment: Segment
  fields: readonly LevelField[]
  base: ListBase
}

/** The rule in words, and what to do with the changes that only the address holds. */
export function SegmentRule({ level, segment, fields, base }: SegmentRuleProps) {
  const [search] = useListAddress(base)
  const known = useFilterFields(level, fields, segment.logic)
  const lookups = useRuleLookups(useValueLookups(level), segment.logic, known)
  const words = ruleWords(segment.logic, known, lookups)
  const broken = segment.brokenConditions.length
  return (
    <div className="flex min-h-9 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-1">
      <p className="min-w-0 flex-1 basis-60 text-label text-2 max-md:line-clamp-3 md:truncate" title={words}>
        {words}
      </p>
      {broken > 0 && (
        <p className="flex items-center gap-1 text-label text-poor">
          <IconAlertTriangle size={14} className="shrink-0" aria-hidden />
          {brokenText(broken)}
        </p>
      )}
      {isModified(search, base) && <Changes segment={segment} search={search} />}
    </div>
  )
}

const noChanges = { filter: undefined, sort: undefined, cols: undefined }

function Changes({ segment, search }: { segment: Segment; search: ListSearch }) {
  const client = useQueryClient()
  const may = useCan()
  const [, change] = useSearchParams()
  const [busy, setBusy] = useState(false)
  const subject = `segment-${segment.segmentId}`

  async function save() {
    setBusy(true)
    try {
      const { mode } = segment.view
      const saved = await updateSegment(segment.segmentId, {
        logic: search.filter,
        view: { ...viewOfSearch(search), mode },
      })
      putSegment(client, saved)
      change(noChanges, { replace: true })
      toast.done('Segment saved', { subject })
    } catch (error) {
      if (!isSessionExpired(error)) toast.error(errorText(error), { subject, retry: () => void save() })
    } finally {
      setBusy(false)
    }
  }

  return (
    <div role="group" aria-label="Changes" className="flex items-center gap-1">
      <span role="status" className="mr-1 text-label font-medium text-average">
        Modified
      </span>
      {segment.mayEdit && (
        <Button size="sm" variant="primary" busy={busy} onClick={() => void save()}>
          Save
        </Button>
      )}
      {may('segment.edit') && (
        <Button size="sm" aria-haspopup="dialog" onClick={() => change({ segment: 'new' })}>
          Save as new
        </Button>
      )}
      <Button size="sm" variant="ghost" onClick={() => change(noChanges)}>
        Reset
      </Button>
    </div>
  )
}
