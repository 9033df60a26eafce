import { useId } from 'react'
import { IconAlertCircle, IconEyeOff, IconTrash } from '@tabler/icons-react'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { cx } from '../../../ui/cx.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Input } from '../../../ui/input.tsx'
import { DragHandle } from '../../../components/order/drag-handle.tsx'
import { dropEdge, type useDragOrder } from '../../../components/order/use-drag-order.ts'
import { TypeIcon } from '../type-icon.tsx'
import { fieldDrag, restKey, sectionDrag, type DraftSection } from './section-model.ts'

export type ShownField = { label: string; dataType: string; hidden?: boolean }

export type SectionMoves = {
  field: (name: string, by: 1 | -1) => void
  section: (key: string, by: 1 | -1) => void
}

type SectionCardProps = {
  section: DraftSection
  fields: ReadonlyMap<string, ShownField>
  /** Just added: its name is to be typed. */
  isFresh: boolean
  problem: string | undefined
  dragged: ReturnType<typeof useDragOrder>
  moves: SectionMoves
  onEdit: (change: Partial<DraftSection>) => void
  onRemove: () => void
}

/** One section with its fields; both can be dragged, fields also into another section. */
export function SectionCard(props: SectionCardProps) {
  const { section, fields, dragged, moves } = props
  return (
    <section
      aria-label={section.name || 'New section'}
      className="rounded-card border border-line bg-surface"
    >
      <Head {...props} />
      <ul aria-label={`Fields of ${section.name}`} className="py-1">
        {section.fields.map((name) => {
          const field = fields.get(name)
          const drag = dragged(fieldDrag(name))
          return (
            <li
              key={name}
              {...drag.row}
              className={cx('flex h-8 items-center gap-2 pr-3 pl-2 hover:bg-hover', dropEdge)}
            >
              <DragHandle
                name={field?.label ?? name}
                dragging={drag.handle}
                onMove={(by) => moves.field(name, by)}
              />
              <TypeIcon type={field?.dataType ?? ''} />
              <span className="min-w-0 flex-1 truncate">{field?.label ?? name}</span>
              {field?.hidden && (
                <span className="flex items-center gap-1 text-label text-3">
                  <IconEyeOff size={14} aria-hidden />
                  Hidden
                </span>
              )}
            </li>
          )
        })}
        {section.fields.length === 0 && (
          <li className="px-3 py-1.5 text-label text-3">Drag fields here. Empty sections are hidden.</li>
        )}
      </ul>
    </section>
  )
}

function Head({ section, isFresh, problem: found, dragged, moves, onEdit, onRemove }: SectionCardProps) {
  // No one is notified off before they could type.
  const problem = isFresh && section.name === '' ? undefined : found
  const problemId = useId()
  const drag = dragged(sectionDrag(section.key))
  const label = section.name || 'New section'
  if (section.key === restKey) {
    return (
      <header
        {...drag.row}
        className={cx('rounded-t-card border-b border-line bg-sunken px-3 py-2.5', dropEdge)}
      >
        <h3 className="font-medium">{section.name}</h3>
        <p className="text-label text-2">Fields that aren't in another section, including new ones.</p>
      </header>
    )
  }
  return (
    <header
      {...drag.row}
      className={cx('flex flex-col gap-1 rounded-t-card border-b border-line bg-sunken px-2 py-2', dropEdge)}
    >
      <div className="flex flex-wrap items-center gap-2">
        <DragHandle
          name={`section ${label}`}
          dragging={drag.handle}
          onMove={(by) => moves.section(section.key, by)}
        />
        <div className="min-w-40 flex-1">
          <Input
            size="sm"
            aria-label="Name of the section"
            aria-describedby={problem ? problemId : undefined}
            invalid={problem !== undefined}
            value={section.name}
            maxLength={60}
            placeholder="Name of the section"
            ref={(input) => {
              // Once, when it appears; afterwards it has a name.
              if (input && isFresh && section.name === '') input.focus()
            }}
            onChange={(event) => onEdit({ name: event.target.value })}
          />
        </div>
        <div className="max-sm:order-last max-sm:basis-full max-sm:pl-8">
          <Checkbox
            label="Collapsed by default"
            checked={section.collapsed}
            onCheckedChange={(collapsed) => onEdit({ collapsed })}
          />
        </div>
        <IconButton size="sm" label={`Remove ${label}`} icon={<IconTrash aria-hidden />} onClick={onRemove} />
      </div>
      {problem && (
        <p id={problemId} className="flex items-center gap-1 pl-8 text-label text-poor">
          <IconAlertCircle size={14} className="shrink-0" aria-hidden />
          {problem}
        </p>
      )}
    </header>
  )
}
