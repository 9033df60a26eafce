import { useRef, useState } from 'react'
import { useCan } from '../api/can.ts'
import { gridShortcuts } from '../components/data-table/grid-keys-help.ts'
import {
  activeShortcuts,
  everywhere,
  setSingleKeys,
  singleKeysOn,
  type Shortcut,
} from '../components/shortcuts.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Kbd } from '../ui/kbd.tsx'
import { Switch } from '../ui/switch.tsx'
import { closeOverlay } from './command-menu/command-menu-state.ts'

/** A list handles its own keys, as long as the focus is in it. */
function keysOfGrid(canEdit: boolean): readonly Shortcut[] {
  return document.querySelector('[role=grid]') ? gridShortcuts(canEdit) : []
}

function groups(canEdit: boolean): [string, Shortcut[]][] {
  // What works everywhere comes first, wherever on the page it was offered from.
  const byGroup = new Map<string, Shortcut[]>([[everywhere, []]])
  for (const shortcut of [...activeShortcuts(), ...keysOfGrid(canEdit)]) {
    byGroup.set(shortcut.group, [...(byGroup.get(shortcut.group) ?? []), shortcut])
  }
  return [...byGroup]
}

export function ShortcutHelp() {
  const [on, setOn] = useState(singleKeysOn)
  const canEdit = useCan()('record.edit')
  // The switch below the list would scroll it to its end.
  const list = useRef<HTMLDivElement>(null)

  function change(next: boolean) {
    setSingleKeys(next)
    setOn(next)
  }

  return (
    <Dialog open onOpenChange={closeOverlay} title="Keyboard shortcuts" width={680} initialFocus={list}>
      <div
        ref={list}
        tabIndex={-1}
        className="gap-x-8 outline-none sm:columns-2"
        style={{ scrollMarginTop: 16 }}
      >
        {groups(canEdit).map(([group, shortcuts]) => (
          <section key={group} aria-label={group} className="mb-5 break-inside-avoid">
            <h3 className="pb-1 text-label font-medium text-3">{group}</h3>
            <ul>
              {shortcuts.map((shortcut) => (
                <li key={shortcut.keys} className="flex min-h-7.5 items-center justify-between gap-3 py-1">
                  <span>{shortcut.label}</span>
                  <Kbd keys={shortcut.keys} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      <div className="mt-3 border-t border-line pt-4">
        <Switch
          label="Single-key shortcuts"
          description="Shortcuts without Ctrl or ⌘. They're off while you type."
          checked={on}
          onCheckedChange={change}
        />
      </div>
    </Dialog>
  )
}
