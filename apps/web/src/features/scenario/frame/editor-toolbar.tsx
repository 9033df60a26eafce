import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconListTree,
  IconSettings,
  IconSitemap,
  IconTestPipe,
} from '@tabler/icons-react'
import type { Scenario } from '@steward/contracts/scenario/scenario'
import { AppLink } from '../../../components/app-link.tsx'
import { useNarrow } from '../../../components/narrow.ts'
import { useShortcut, useShortcutHelp } from '../../../components/shortcuts.ts'
import { Toolbar } from '../../../components/toolbar.tsx'
import { paths } from '../../../paths.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import type { GraphView } from '../editor/graph-view.ts'
import { ProblemMenu } from './problem-menu.tsx'
import type { Shown } from '../editor/scenario-editor.tsx'
import type { GraphMode } from '../editor/graph-mode.ts'
import type { useScenarioDraft } from '../editor/use-scenario-draft.ts'

const group = 'Scenario'
const nodeKeys = [
  { keys: '↑ ↓ ← →', label: 'Go from node to node', group },
  { keys: 'Enter', label: 'Open a node', group },
  { keys: 'a', label: 'Add a node after it', group },
  { keys: 'Delete', label: 'Remove a node', group },
] as const

const modes = [
  { value: 'canvas' as GraphMode, label: 'Canvas', icon: <IconSitemap aria-hidden /> },
  { value: 'outline' as GraphMode, label: 'Outline', icon: <IconListTree aria-hidden /> },
]

type EditorToolbarProps = {
  mode: GraphMode
  onMode: (mode: GraphMode) => void
  scenario: Scenario | undefined
  edit: ReturnType<typeof useScenarioDraft>
  view: GraphView
  isChecked: boolean
  onShow: (shown: Shown) => void
  /** Opens what has a problem. */
  onProblem: (shown: Shown) => void
}

export function EditorToolbar({
  mode,
  onMode,
  scenario,
  edit,
  view,
  isChecked,
  ...props
}: EditorToolbarProps) {
  const isNarrow = useNarrow()
  const { acts, canUndo, canRedo } = edit
  useShortcutHelp(nodeKeys)
  useShortcut(view.isEditable ? 'mod+z' : null, acts.undo, { label: 'Undo', group })
  useShortcut(view.isEditable ? 'mod+y' : null, acts.redo, { label: 'Redo', group })
  return (
    <Toolbar
      end={
        <>
          {view.isEditable && (
            <ProblemMenu
              view={view}
              isChecked={isChecked}
              onShow={(key) => props.onProblem(key === null ? 'scenario' : { node: key })}
            />
          )}
          {scenario && (
            <AppLink to={paths.rehearsal(scenario.scenarioId)} className={buttonClass({ size: 'sm' })}>
              <IconTestPipe aria-hidden />
              Rehearse
            </AppLink>
          )}
          <Button size="sm" icon={<IconSettings aria-hidden />} onClick={() => props.onShow('scenario')}>
            Settings
          </Button>
        </>
      }
    >
      {!isNarrow && <Segmented label="View" value={mode} options={modes} onChange={onMode} />}
      {view.isEditable && (
        <>
          <IconButton
            size="sm"
            label="Undo"
            shortcut="mod+z"
            icon={<IconArrowBackUp aria-hidden />}
            disabled={!canUndo}
            onClick={acts.undo}
          />
          <IconButton
            size="sm"
            label="Redo"
            shortcut="mod+y"
            icon={<IconArrowForwardUp aria-hidden />}
            disabled={!canRedo}
            onClick={acts.redo}
          />
        </>
      )}
    </Toolbar>
  )
}
