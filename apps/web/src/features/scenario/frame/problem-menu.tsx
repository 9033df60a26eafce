import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { Button } from '../../../ui/button.tsx'
import { Menu, MenuItem } from '../../../ui/menu.tsx'
import { counted } from '../node/words.ts'
import type { GraphView } from '../editor/graph-view.ts'
import { countProblems } from '../editor/problems.rules.ts'

/** What keeps a scenario from being saved; each problem leads to its node. */
export function ProblemMenu({
  view,
  isChecked,
  onShow,
}: {
  view: GraphView
  /** Whether the problems are those of the last change. */
  isChecked: boolean
  /** Opens a node; null opens the settings of the scenario. */
  onShow: (key: string | null) => void
}) {
  const { problems, nodes, labelOf } = view
  const count = countProblems(problems)
  if (count === 0) {
    if (!isChecked) return <span className="text-label text-2">Checking…</span>
    return (
      <span role="status" className="flex items-center gap-1 text-label text-good">
        <IconCircleCheck size={16} aria-hidden />
        <span className="max-sm:hidden">No problems</span>
      </span>
    )
  }
  return (
    <Menu
      align="end"
      trigger={
        <Button size="sm" className="text-poor" icon={<IconAlertTriangle aria-hidden />}>
          {counted(count, 'problem')}
        </Button>
      }
    >
      {problems.other.map(({ path, message }) => (
        <MenuItem key={path} onSelect={() => onShow(null)}>
          {message}
        </MenuItem>
      ))}
      {nodes.flatMap(({ key, type }) =>
        (problems.byNode.get(key) ?? []).map(({ path, message }) => (
          <MenuItem key={`${key} ${path}`} onSelect={() => onShow(key)}>
            {labelOf(type)}: {message}
          </MenuItem>
        )),
      )}
    </Menu>
  )
}
