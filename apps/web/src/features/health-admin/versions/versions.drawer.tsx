import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { HealthModelState, HealthVersion } from '@steward/contracts/health'
import type { Level } from '@steward/contracts/level'
import { errorPanelProps } from '../../../api/error-text.ts'
import { agoText, exactText } from '../../../components/time-text.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { versionsQuery } from '../health-admin.calls.ts'
import type { ModelNames } from '../model/compare.rules.ts'
import { Comparison } from './comparison.tsx'
import { RestoreDialog } from './restore.dialog.tsx'

type VersionsDrawerProps = { level: Level; state: HealthModelState; names: ModelNames; onClose: () => void }

/** What was published so far, by whom and why; two of them compared, and the way back to an earlier one. */
export function VersionsDrawer({ level, state, names, onClose }: VersionsDrawerProps) {
  const { data: versions, error, refetch } = useQuery(versionsQuery(level))
  const [restored, setRestored] = useState<HealthVersion | null>(null)
  const [compared, setCompared] = useState<number | null>(null)
  return (
    <Drawer
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Versions for ${level.plural}`}
      width={560}
    >
      {!versions && error && <ErrorPanel {...errorPanelProps(error)} onRetry={() => void refetch()} />}
      {!versions && !error && <Skeleton className="h-4 w-64" />}
      {versions && (
        <div className="flex flex-col gap-6">
          <Comparison level={level} state={state} versions={versions} names={names} asked={compared} />
          <ol aria-label="Versions" className="flex flex-col">
            {versions.map((version) => (
              <VersionRow
                key={version.versionId}
                version={version}
                isInEffect={version.versionId === state.published?.versionId}
                onCompare={() => setCompared(version.versionId)}
                onRestore={() => setRestored(version)}
              />
            ))}
          </ol>
        </div>
      )}
      {restored && <RestoreDialog level={level} version={restored} onClose={() => setRestored(null)} />}
    </Drawer>
  )
}

type VersionRowProps = {
  version: HealthVersion
  isInEffect: boolean
  onCompare: () => void
  onRestore: () => void
}

function VersionRow({ version, isInEffect, onCompare, onRestore }: VersionRowProps) {
  const { number, author, publishedAt, note, rolledBackTo } = version
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-2 border-b border-line py-3 last:border-0">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex items-center gap-2 font-medium">
          Version {number}
          {isInEffect && <Badge tone="accent">In effect</Badge>}
        </p>
        {note && <p className="wrap-anywhere">{note}</p>}
        <p className="text-label text-2">
          {author ? author.name : 'Steward'},{' '}
          <time dateTime={publishedAt} data-tooltip={exactText(publishedAt)}>
            {agoText(publishedAt)}
          </time>
          {rolledBackTo !== null && ` · the same as version ${rolledBackTo}`}
        </p>
      </div>
      {!isInEffect && (
        <div className="flex gap-2">
          <Button size="sm" variant="ghost" aria-label={`Compare version ${number}`} onClick={onCompare}>
            Compare
          </Button>
          <Button size="sm" aria-label={`Roll back to version ${number}`} onClick={onRestore}>
            Roll back
          </Button>
        </div>
      )}
    </li>
  )
}
