import { useState } from 'react'
import {
  IconArchive,
  IconArchiveOff,
  IconFlag,
  IconPencil,
  IconTableExport,
  IconUser,
  IconUserMinus,
  IconUserPlus,
  IconX,
} from '@tabler/icons-react'
import { pipelineStatuses } from '@steward/contracts/plain/built-in-value'
import type { Level } from '@steward/contracts/level'
import type { SelectionAct } from '../../../feature.ts'
import type { ValueLookups } from '../../../entities/value/index.ts'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu, MenuItem } from '../../../ui/menu.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { numberText } from '../../../ui/reader.ts'
import { keepClear } from '../../../ui/toast-room.ts'

export type BulkDialog = 'edit' | 'owner' | 'churn' | 'export'

type SelectionBarProps = {
  level: Level
  lookups: ValueLookups
  count: number
  matching: number
  /** Whether everything that matches is selected. */
  isWhole: boolean
  /** Whether all loaded rows are selected, so that the next step is everything that matches. */
  canTakeAll: boolean
  /** Whether the bar asks before it archives several; else what follows asks. */
  asksItself: boolean
  /** Whether all of the selected records are churned. */
  allChurned: boolean
  /** Whether all of the selected records are archived. */
  allArchived: boolean
  busy: boolean
  canEdit: boolean
  canExport: boolean
  /** What features add. */
  acts: readonly SelectionAct[]
  onAct: (act: SelectionAct) => void
  onSelectMatching: () => void
  onDialog: (dialog: BulkDialog) => void
  onStage: (field: string, id: number, name: string) => void
  onArchive: (archived: boolean) => void
  onUnchurn: () => void
  onClear: () => void
}

/** What can be done with the selected rows; floats over the end of the list. */
export function SelectionBar(props: SelectionBarProps) {
  const { count, isWhole, canEdit, allArchived, onArchive } = props
  const [asking, setAsking] = useState(false)
  const verb = allArchived ? 'Restore' : 'Archive'

  return (
    <div
      ref={keepClear}
      role="toolbar"
      aria-label="Selected rows"
      data-print="off"
      className="rise-in absolute bottom-4 left-1/2 z-20 flex w-max max-w-[calc(100%-2rem)] -translate-x-1/2 items-center gap-0.5 overflow-x-auto rounded-board border border-line bg-raised py-1.5 pr-1.5 pl-3.5 shadow-float"
    >
      <span className="tabular flex shrink-0 items-center gap-2 pr-2 font-semibold" aria-live="polite">
        {isWhole ? `All ${numberText(count)}` : numberText(count)} selected
        {props.busy && <Spinner size={14} label="Working" />}
      </span>
      <TakeAll {...props} />
      {canEdit && (
        <>
          <span className="mx-1 h-5 w-px shrink-0 bg-line" aria-hidden />
          <Button
            size="sm"
            variant="ghost"
            icon={<IconPencil aria-hidden />}
            onClick={() => props.onDialog('edit')}
          >
            Edit field
          </Button>
          {props.level.id !== 3 && (
            <Button
              size="sm"
              variant="ghost"
              icon={<IconUser aria-hidden />}
              onClick={() => props.onDialog('owner')}
            >
              Change owner
            </Button>
          )}
          <StageMenu {...props} />
          <FeatureActs {...props} />
          {props.level.id < 3 && <ChurnButton {...props} />}
          <Button
            size="sm"
            variant="ghost"
            icon={allArchived ? <IconArchiveOff aria-hidden /> : <IconArchive aria-hidden />}
            onClick={() => (props.asksItself && count > 1 ? setAsking(true) : onArchive(!allArchived))}
          >
            {verb}
          </Button>
        </>
      )}
      {props.canExport && (
        <Button
          size="sm"
          variant="ghost"
          icon={<IconTableExport aria-hidden />}
          onClick={() => props.onDialog('export')}
        >
          Export
        </Button>
      )}
      <IconButton
        label="Clear the selection"
        size="sm"
        icon={<IconX aria-hidden />}
        onClick={props.onClear}
      />
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`${verb} ${numberText(count)} ${props.level.plural}?`}
        action={verb}
        description={
          allArchived
            ? 'They return to lists, boards and reports.'
            : 'They are hidden from lists, boards and reports. You can restore them at any time.'
        }
        onConfirm={() => onArchive(!allArchived)}
      />
    </div>
  )
}

function FeatureActs({ acts, onAct }: SelectionBarProps) {
  return acts.map((act) => (
    <Button
      key={act.name}
      size="sm"
      variant="ghost"
      icon={<act.icon aria-hidden />}
      onClick={() => onAct(act)}
    >
      {act.label}
    </Button>
  ))
}

function TakeAll({ canTakeAll, isWhole, count, matching, onSelectMatching }: SelectionBarProps) {
  if (!canTakeAll || isWhole || count >= matching) return null
  return (
    <Button size="sm" variant="ghost" className="text-accent-text" onClick={onSelectMatching}>
      Select all {numberText(matching)} matching
    </Button>
  )
}

function ChurnButton({ allChurned, onDialog, onUnchurn }: SelectionBarProps) {
  return (
    <Button
      size="sm"
      variant="ghost"
      icon={allChurned ? <IconUserPlus aria-hidden /> : <IconUserMinus aria-hidden />}
      onClick={() => (allChurned ? onUnchurn() : onDialog('churn'))}
    >
      {allChurned ? 'Undo churn' : 'Mark churned'}
    </Button>
  )
}

function StageMenu({ level, lookups, onStage }: SelectionBarProps) {
  const isPipeline = level.id === 4
  const field = isPipeline ? 'system:pipelineStatus' : 'system:lifecycleStageId'
  const choices = isPipeline
    ? pipelineStatuses.map(({ id, name }) => ({ id: id as number, name: name as string }))
    : lookups.stages.map((stage) => ({ id: stage.lifecycleStageId, name: stage.displayName }))
  if (choices.length === 0) return null
  return (
    <Menu
      side="top"
      trigger={
        <Button size="sm" variant="ghost" icon={<IconFlag aria-hidden />}>
          {isPipeline ? 'Status' : 'Stage'}
        </Button>
      }
    >
      {choices.map(({ id, name }) => (
        <MenuItem key={id} onSelect={() => onStage(field, id, name)}>
          {name}
        </MenuItem>
      ))}
    </Menu>
  )
}
