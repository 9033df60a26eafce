import { Suspense, useState, type ReactNode } from 'react'
import { IconAdjustmentsHorizontal, IconFilter } from '@tabler/icons-react'
import { useNarrow } from '../../../components/narrow.ts'
import { SearchField } from '../../../components/search-field.tsx'
import { Toolbar } from '../../../components/toolbar.tsx'
import { AnchoredPopover } from '../../../ui/anchored.tsx'
import { Button } from '../../../ui/button.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { Select } from '../../../ui/select.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { useAnchor } from '../../../ui/use-anchor.ts'
import type { TaskSubject } from '../task.calls.ts'
import { groupings, type Grouping } from '../task-group.rules.ts'
import { modesOf, type TaskAddress, type TaskMode } from '../use-task-view.ts'

const TaskFilter = lazyPart(() => import('./task-filter.tsx'), 'TaskFilter')
const ViewPicker = lazyPart(() => import('../saved/view-picker.tsx'), 'ViewPicker')

interface TaskToolbarProps {
  address: TaskAddress
  subject: TaskSubject | null
}

/** Filters and views of tasks, in one line. On a phone, all but the search opens below it. */
export function TaskToolbar({ address, subject }: TaskToolbarProps) {
  const narrow = useNarrow()
  const [isOpen, setOpen] = useState(false)
  const display = <Display address={address} subject={subject} />
  if (address.mode === 'load') return <Toolbar end={display} />
  const searching = (
    <SearchField label="Search tasks" className="w-full" value={address.view.query} onChange={address.find} />
  )
  const parts = (
    <>
      <Suspense>
        <ViewPicker address={address} plainLabel={subject ? 'All open tasks' : 'My open tasks'} />
      </Suspense>
      {!narrow && <div className="max-w-60 min-w-36 grow basis-36">{searching}</div>}
      <Suspense>
        <TaskFilter view={address.view} subject={subject} onChange={address.filter} />
      </Suspense>
      <Switch
        label="My tasks only"
        className="ml-1"
        checked={address.view.mine}
        onCheckedChange={address.showMine}
      />
    </>
  )
  if (!narrow) {
    return (
      <Toolbar
        end={
          <>
            <ViewOptions address={address} />
            {display}
          </>
        }
      >
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-1.5">{parts}</div>
      </Toolbar>
    )
  }
  const narrowed = narrowings(address) + optionsOf(address).filter(({ checked }) => checked).length
  return (
    <Toolbar>
      <div className="min-w-0 flex-1">{searching}</div>
      <Button
        size="sm"
        icon={<IconFilter aria-hidden />}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {narrowed > 0 ? `Filters · ${narrowed}` : 'Filters'}
      </Button>
      {isOpen && (
        <div className="flex basis-full flex-wrap items-center gap-x-3 gap-y-1.5 pb-1">
          {parts}
          <OptionFields address={address} />
          {display}
        </div>
      )}
    </Toolbar>
  )
}

/** The conditions of the filter. */
const narrowings = ({ view: { filter } }: TaskAddress): number =>
  filter === null ? 0 : 'and' in filter ? filter.and.length : 1

const modeLabels: Readonly<Record<TaskMode, string>> = {
  list: 'List',
  board: 'Board',
  calendar: 'Calendar',
  load: 'Load',
}

function Display({ address, subject }: TaskToolbarProps) {
  const options = modesOf(subject).map((value) => ({ value, label: modeLabels[value] }))
  return <Segmented label="Display" value={address.mode} options={options} onChange={address.showMode} />
}

/** What can be shown besides; a board has a column of what is completed. */
function optionsOf({ view, mode, showBookmarked, showCompleted, showArchived }: TaskAddress) {
  const completed = { label: 'Show completed', checked: view.showsCompleted, onChange: showCompleted }
  return [
    { label: 'Only bookmarked', checked: view.bookmarked, onChange: showBookmarked },
    ...(mode === 'board' ? [] : [completed]),
    { label: 'Show archived', checked: view.showsArchived, onChange: showArchived },
  ]
}

function OptionFields({ address }: { address: TaskAddress }): ReactNode {
  return (
    <>
      {optionsOf(address).map(({ label, checked, onChange }) => (
        <Switch key={label} label={label} checked={checked} onCheckedChange={onChange} />
      ))}
      {address.mode === 'list' && (
        <Select<Grouping>
          aria-label="Group by"
          size="sm"
          className="w-full"
          value={address.view.group}
          options={Object.entries(groupings).map(([value, { label }]) => ({
            value: value as Grouping,
            label,
          }))}
          onChange={(group) => group && address.showGroup(group)}
        />
      )}
    </>
  )
}

function ViewOptions({ address }: { address: TaskAddress }) {
  const options = useAnchor('dialog')
  const isGrouped = address.mode === 'list' && address.view.group !== 'none'
  const changed = optionsOf(address).filter(({ checked }) => checked).length + (isGrouped ? 1 : 0)
  return (
    <>
      <Button size="sm" variant="ghost" icon={<IconAdjustmentsHorizontal aria-hidden />} {...options.button}>
        {changed > 0 ? `Options · ${changed}` : 'Options'}
      </Button>
      {options.used && (
        <AnchoredPopover
          anchor={options.anchor}
          align="end"
          label="Options"
          onClose={options.close}
          className="w-56 gap-2 p-3"
        >
          <OptionFields address={address} />
        </AnchoredPopover>
      )}
    </>
  )
}
