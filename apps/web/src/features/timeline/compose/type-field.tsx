import { useId } from 'react'
import type { ActivityType } from '@steward/contracts/activity-type'
import { ActivityIcon } from '../../../entities/activity/index.ts'
import { Combobox } from '../../../ui/combobox.tsx'
import { cx } from '../../../ui/cx.ts'
import { Field } from '../../../ui/field.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'

type TypeFieldProps = {
  types: readonly ActivityType[] | undefined
  value: number | null
  error?: string
  onChange: (typeId: number | null) => void
}

/** More are found by typing. */
const mostSideBySide = 14

/** Which activity it was: side by side while there are few. One that is switched off stays where it is chosen. */
export function TypeField({ types, value, error, onChange }: TypeFieldProps) {
  const name = useId()
  if (!types) return <Skeleton className="h-14 w-full" />
  const offered = types.filter((type) => type.isActive || type.activityTypeId === value)
  if (offered.length > mostSideBySide) {
    const options = offered.map((type) => ({
      value: type.activityTypeId,
      label: type.displayName,
      icon: <ActivityIcon name={type.iconName} />,
    }))
    return (
      <Field label="Type" required error={error}>
        <Combobox
          options={options}
          value={options.find((option) => option.value === value) ?? null}
          onChange={(option) => onChange(option && Number(option.value))}
        />
      </Field>
    )
  }
  return (
    <fieldset
      aria-describedby={error ? `${name}-error` : undefined}
      aria-invalid={error ? true : undefined}
      tabIndex={-1}
      className="outline-none"
    >
      <legend className="mb-1.5 text-body font-medium text-1">Type</legend>
      <div className="flex flex-wrap gap-1.5">
        {offered.map((type) => (
          <label
            key={type.activityTypeId}
            data-tooltip={type.description || undefined}
            className={cx(
              'flex h-8 items-center gap-1.5 rounded-control border px-2.5 text-body select-none',
              'has-focus-visible:outline-2 has-focus-visible:outline-accent-text',
              type.activityTypeId === value
                ? 'border-accent-text bg-accent-soft font-medium text-accent-text'
                : 'border-edge text-2 hover:bg-hover hover:text-1',
            )}
          >
            <input
              type="radio"
              name={name}
              className="hidden-text"
              checked={type.activityTypeId === value}
              onChange={() => onChange(type.activityTypeId)}
            />
            <ActivityIcon name={type.iconName} />
            {type.displayName}
          </label>
        ))}
      </div>
      {error && (
        <p id={`${name}-error`} className="mt-1 text-label text-poor">
          {error}
        </p>
      )}
    </fieldset>
  )
}
