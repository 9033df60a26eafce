import { IconSearch } from '@tabler/icons-react'
import { Input } from '../../../ui/input.tsx'

/** Narrows a list of columns by a part of their names. */
export function ColumnSearch({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <div className="p-2">
      <Input
        size="sm"
        type="search"
        aria-label="Find a column"
        placeholder="Find a column"
        leading={<IconSearch aria-hidden />}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  )
}
