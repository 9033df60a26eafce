import { useId, useMemo, useState } from 'react'
import { activityIcons, type ActivityIcon as IconName } from '@steward/contracts/plain/activity-icon'
import { ActivityIcon } from '../../../entities/activity/index.ts'
import { cx } from '../../../ui/cx.ts'
import { Input } from '../../../ui/input.tsx'

type IconPickerProps = { value: IconName; onChange: (icon: IconName) => void }

const spoken = (name: string) => name.replaceAll('-', ' ')

/** One of the icons for activities, found by its name; the arrow keys walk through them. */
export function IconPicker({ value, onChange }: IconPickerProps) {
  const name = useId()
  const [query, setQuery] = useState('')
  const shown = useMemo(() => {
    const wanted = query.trim().toLowerCase()
    return activityIcons.filter((icon) => spoken(icon).includes(wanted))
  }, [query])
  return (
    <fieldset>
      <legend className="mb-1.5 text-body font-medium text-1">Icon</legend>
      <Input
        id={`${name}-search`}
        type="search"
        aria-label="Find an icon"
        placeholder="Find an icon: phone, chart, rocket"
        value={query}
        onChange={({ target }) => setQuery(target.value)}
      />
      <div className="mt-2 grid max-h-56 grid-cols-[repeat(auto-fill,minmax(2.25rem,1fr))] gap-1 overflow-y-auto rounded-control border border-line p-1.5">
        {shown.map((icon) => (
          <label
            key={icon}
            data-tooltip={spoken(icon)}
            className={cx(
              'flex size-9 items-center justify-center rounded-control border',
              'has-focus-visible:outline-2 has-focus-visible:outline-accent-text',
              icon === value
                ? 'border-accent-text bg-accent-soft text-accent-text'
                : 'border-transparent text-2 hover:bg-hover',
            )}
          >
            <input
              type="radio"
              name={name}
              aria-label={spoken(icon)}
              className="hidden-text"
              checked={icon === value}
              onChange={() => onChange(icon)}
            />
            <ActivityIcon name={icon} size={18} />
          </label>
        ))}
        {shown.length === 0 && <p className="col-span-full p-2 text-label text-3">No matching icon.</p>}
      </div>
    </fieldset>
  )
}
