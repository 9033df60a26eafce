import { AnchoredPopover } from '../../../ui/anchored.tsx'
import { FilterEditor, type FilterEditorProps } from './filter-editor.tsx'

type FilterPopoverProps = FilterEditorProps & {
  anchor: Element | null
  /** Which of the chips is edited. */
  editing: number
}

/** The editor of one filter, hanging from its chip. */
export function FilterPopover({ anchor, editing, ...editor }: FilterPopoverProps) {
  return (
    <AnchoredPopover anchor={anchor} label="Filter" className="w-72" onClose={editor.onClose}>
      {anchor && <FilterEditor key={editing} {...editor} />}
    </AnchoredPopover>
  )
}
