import { useQueryClient } from '@tanstack/react-query'
import { activityTypeLimits, type ActivityType } from '@steward/contracts/activity-type'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { toast } from '../../../ui/toast.tsx'
import { FormDrawer } from './form-drawer.tsx'
import { IconPicker } from './icon-picker.tsx'
import { refreshActivityTypes, saveActivityType } from './settings.calls.ts'
import { useSettingsForm } from './settings-form.ts'

type Values = Pick<ActivityType, 'displayName' | 'iconName' | 'description' | 'isActive'>

const blank: Values = { displayName: '', iconName: 'calendar-event', description: '', isActive: true }

function valuesOf({ displayName, iconName, description, isActive }: ActivityType): Values {
  return { displayName, iconName, description, isActive }
}

/** Makes an activity type, or changes one. */
export function TypeDrawer({ edited, onClose }: { edited: ActivityType | null; onClose: () => void }) {
  const client = useQueryClient()
  const id = edited?.activityTypeId ?? null
  const form = useSettingsForm(edited ? valuesOf(edited) : blank, async (values) => {
    await saveActivityType(id, values)
    await refreshActivityTypes(client)
    toast.done(`${values.displayName.trim()} saved`, { subject: 'activity-type' })
  })
  const { values, set, faults } = form

  async function save() {
    const isNamed = values.displayName.trim() !== ''
    if (await form.submit(isNamed ? {} : { displayName: 'Give the type a name.' })) onClose()
  }

  return (
    <FormDrawer
      title={edited ? `Edit ${edited.displayName}` : 'New activity type'}
      action="Save type"
      dirty={form.dirty}
      busy={form.busy}
      alert={form.alert}
      onSave={() => void save()}
      onClose={onClose}
    >
      <Field label="Name" required error={faults['displayName']}>
        <Input
          value={values.displayName}
          maxLength={activityTypeLimits.name}
          placeholder="Health check"
          onChange={({ target }) => set({ displayName: target.value })}
        />
      </Field>
      <IconPicker value={values.iconName} onChange={(iconName) => set({ iconName })} />
      <Field label="Description" error={faults['description']} help="Shown to whoever chooses the type.">
        <Textarea
          value={values.description}
          maxLength={activityTypeLimits.description}
          onChange={({ target }) => set({ description: target.value })}
        />
      </Field>
      <Switch
        label="Can be chosen for new activities"
        description="What was logged with it keeps it either way."
        checked={values.isActive}
        onCheckedChange={(isActive) => set({ isActive })}
      />
    </FormDrawer>
  )
}
