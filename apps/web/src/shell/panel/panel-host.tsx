import { Suspense } from 'react'
import { useShortcut } from '../../components/shortcuts.ts'
import { useAppParts, type SidebarPanel } from '../../feature.ts'
import { showPanel, useShownPanel } from './panel-state.ts'

/** The open drawer of the sidebar, and the keys that open them. */
export function PanelHost() {
  const panels = useAppParts().flatMap(({ panels: own = [] }) => own)
  const shown = useShownPanel()
  return (
    <Suspense>
      {panels.map((panel) => (
        <PanelKey key={panel.name} panel={panel} />
      ))}
      {panels.map(({ name, Body }) => name === shown && <Body key={name} onClose={() => showPanel(null)} />)}
    </Suspense>
  )
}

function PanelKey({ panel: { name, label, key } }: { panel: SidebarPanel }) {
  useShortcut(`g ${key}`, () => showPanel(name), { label, group: 'Go to' })
  return null
}
