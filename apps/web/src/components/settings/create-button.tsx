import { IconPlus } from '@tabler/icons-react'
import { Button } from '../../ui/button.tsx'

/** Opens the form of a new row: "New token". */
export function CreateButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button variant="primary" size="sm" icon={<IconPlus aria-hidden />} onClick={onClick}>
      {label}
    </Button>
  )
}
