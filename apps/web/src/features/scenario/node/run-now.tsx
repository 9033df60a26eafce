import { IconPlayerPlay } from '@tabler/icons-react'
import type { NodeKind, PanelProps } from './node-kind.ts'
import { SelectionFields, selectionText } from './selection-fields.tsx'

function RunNowPanel({ settings, words, fault, onChange }: PanelProps) {
  return (
    <SelectionFields
      selection={settings['selection']}
      words={words}
      fault={fault}
      onChange={(selection) => onChange({ selection })}
    />
  )
}

export const runNowKind: NodeKind = {
  type: 'runNow',
  icon: IconPlayerPlay,
  purpose: 'Starts once, when you activate the scenario',
  fresh: () => ({ selection: { filter: '' } }),
  sentence({ selection }, words) {
    const records = selectionText(selection, words)
    return records && `When activated, for ${records}`
  },
  Panel: RunNowPanel,
}
