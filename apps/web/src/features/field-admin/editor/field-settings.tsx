import { isAlwaysRequired, type DataType } from '@steward/contracts/data-type'
import type { Level } from '@steward/contracts/level'
import { Switch } from '../../../ui/switch.tsx'
import type { FieldDraft } from './field-draft.ts'

type FieldSettingsProps = {
  level: Level
  draft: FieldDraft
  /** No one fills in what is calculated. */
  isCalculated: boolean
  onChange: (change: Partial<FieldDraft>) => void
}

/** Who has to fill a field in, who sees it, and who changes it. */
export function FieldSettings({ level, draft, isCalculated, onChange }: FieldSettingsProps) {
  const isForced = isAlwaysRequired(draft.dataType as DataType)
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-3 font-medium">Use</legend>
      {!isCalculated && (
        <Switch
          label="Required"
          description={
            isForced
              ? 'This type is always required.'
              : `Required to save ${/^[aeiou]/.test(level.name) ? 'an' : 'a'} ${level.name}.`
          }
          checked={isForced || draft.required}
          disabled={isForced}
          onCheckedChange={(required) => onChange({ required })}
        />
      )}
      <Switch
        label="Visible"
        description="Shown on records, in forms, lists and filters."
        checked={draft.isVisible}
        onCheckedChange={(isVisible) => onChange({ isVisible })}
      />
      {!isCalculated && (
        <Switch
          label="Editable"
          description="If off, only imports and integrations can change it."
          checked={draft.isEditable}
          onCheckedChange={(isEditable) => onChange({ isEditable })}
        />
      )}
      <Switch
        label="Default column"
        description={`Lists of ${level.plural} show it by default.`}
        checked={draft.isDefault}
        onCheckedChange={(isDefault) => onChange({ isDefault })}
      />
    </fieldset>
  )
}
