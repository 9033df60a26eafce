import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { IconPlus } from '@tabler/icons-react'
import type { Level } from '@steward/contracts/level'
import { lifecycleLimits } from '@steward/contracts/lifecycle'
import { errorPanelProps } from '../../../api/error-text.ts'
import { useUndoKey } from '../../../entities/change-set/index.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { TableSkeleton } from '../../../components/settings/table-skeleton.tsx'
import { TabIntro } from '../tab-intro.tsx'
import { AddStage } from './add-stage.tsx'
import { StageList } from './stage-list.tsx'
import { StageMoves } from './stage-moves.tsx'
import { countedStagesQuery } from './stages.calls.ts'

/** The lifecycle stages of a level: their names, order and colors, and how records move between them. */
export function Stages({ level }: { level: Level }) {
  const [isAdding, setAdding] = useState(false)
  const { data: stages, error, refetch } = useQuery(countedStagesQuery(level))
  useUndoKey()
  if (error && !stages) return <ErrorPanel {...errorPanelProps(error)} onRetry={() => void refetch()} />
  if (!stages) return <TableSkeleton label="Loading the stages" />
  return (
    <div className="flex max-w-200 flex-col gap-4 px-4 py-5">
      <TabIntro
        title={`Lifecycle stages of ${level.plural}`}
        actions={
          <Button
            variant="primary"
            size="sm"
            icon={<IconPlus aria-hidden />}
            disabled={isAdding || stages.length >= lifecycleLimits.stages}
            onClick={() => setAdding(true)}
          >
            Add stage
          </Button>
        }
      >
        The steps that {level.plural} go through, in their order. A new {level.name} begins in the default
        stage.
      </TabIntro>
      {isAdding && <AddStage level={level} stages={stages} onClose={() => setAdding(false)} />}
      <StageList level={level} stages={stages} />
      <StageMoves level={level} stages={stages} />
    </div>
  )
}
