import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { IconPlus } from '@tabler/icons-react'
import type { FieldSection } from '@steward/contracts/field-layout'
import type { Level } from '@steward/contracts/level'
import { builtInFieldsOf } from '@steward/contracts/built-in-field'
import { errorPanelProps } from '../../../api/error-text.ts'
import { fieldSectionsQuery } from '../../../entities/field/index.ts'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { SaveBar } from '../../../components/settings/save-bar.tsx'
import { Button } from '../../../ui/button.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { TableSkeleton } from '../../../components/settings/table-skeleton.tsx'
import { definitionsQuery } from '../field-admin.calls.ts'
import { placeText, useAnnouncer } from '../../../components/order/announcer.tsx'
import { useDragOrder } from '../../../components/order/use-drag-order.ts'
import { TabIntro } from '../tab-intro.tsx'
import { SectionCard, type SectionMoves, type ShownField } from './section-card.tsx'
import { drop, removeSection, stepField, stepSection, type DraftSection } from './section-model.ts'
import { useSectionDraft } from './use-section-draft.ts'

/** The sections in which records show their fields. */
export function Sections({ level }: { level: Level }) {
  const sections = useQuery(fieldSectionsQuery(level))
  const fields = useQuery(definitionsQuery(level))
  const error = sections.error ?? fields.error
  if (sections.data && fields.data) {
    const known = new Map<string, ShownField>([
      ...builtInFieldsOf(level.id).map(({ name, label, dataType }) => [name, { label, dataType }] as const),
      ...fields.data.map(({ name, displayName, dataType, isVisible }) => {
        return [name, { label: displayName, dataType, hidden: !isVisible }] as const
      }),
    ])
    return <Editor level={level} saved={sections.data} fields={known} />
  }
  if (!error) return <TableSkeleton label="Loading the sections" />
  const retry = () => void Promise.all([fields.refetch(), sections.refetch()])
  return <ErrorPanel {...errorPanelProps(error)} onRetry={retry} />
}

type EditorProps = { level: Level; saved: readonly FieldSection[]; fields: ReadonlyMap<string, ShownField> }

/** Where a field lies, for the ears: "Region, 2 of 7 in Contract". */
function whereText(draft: readonly DraftSection[], name: string, label: string): string {
  const section = draft.find(({ fields }) => fields.includes(name))
  if (!section) return ''
  return `${placeText(label, section.fields.indexOf(name), section.fields.length)} in ${section.name}`
}

function Editor({ level, saved, fields }: EditorProps) {
  const state = useSectionDraft(level, saved)
  const { draft, isDirty, isBusy, problems, set } = state
  const [live, announce] = useAnnouncer()
  const [asking, setAsking] = useState(false)
  const [fresh, setFresh] = useState<string>()
  const labelOf = (name: string) => fields.get(name)?.label ?? name
  const dragged = useDragOrder((moved, target, side) => set(drop(draft, moved, target, side)))
  const moves: SectionMoves = {
    field(name, by) {
      const next = stepField(draft, name, by)
      set(next)
      announce(whereText(next, name, labelOf(name)))
    },
    section(key, by) {
      const next = stepSection(draft, key, by)
      set(next)
      const at = next.findIndex((section) => section.key === key)
      announce(placeText(next[at]?.name ?? '', at, next.length))
    },
  }
  return (
    <div className="flex min-h-full flex-col">
      <div className="flex max-w-180 flex-1 flex-col gap-4 px-4 py-5">
        <TabIntro
          title="How records lay out their fields"
          actions={
            <>
              {state.isOwn && (
                <Button size="sm" onClick={() => setAsking(true)}>
                  Reset
                </Button>
              )}
              <Button size="sm" icon={<IconPlus aria-hidden />} onClick={() => setFresh(state.add())}>
                Add section
              </Button>
            </>
          }
        >
          The page and the form of each {level.name} show its fields in these sections. What is in none stands
          last.
        </TabIntro>
        {draft.map((section) => (
          <SectionCard
            key={section.key}
            section={section}
            fields={fields}
            isFresh={section.key === fresh}
            problem={problems[section.key]}
            dragged={dragged}
            moves={moves}
            onEdit={(change) => state.edit(section.key, change)}
            onRemove={() => set(removeSection(draft, section.key))}
          />
        ))}
        {live}
      </div>
      {isDirty && (
        <SaveBar
          save="Save sections"
          onSave={() => void state.save()}
          busy={isBusy}
          disabled={Object.keys(problems).length > 0}
          onBack={state.discard}
        />
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Put the usual sections back?"
        description={`Your sections of ${level.plural} go; the fields and their values stay as they are.`}
        action="Reset sections"
        danger
        onConfirm={state.reset}
      />
    </div>
  )
}
