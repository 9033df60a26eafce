import { useState } from 'react'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { IconButton } from '../ui/icon-button.tsx'

/** A key to be typed elsewhere, in groups of four, with a button to copy it. */
export function SecretText({ label, secret }: { label: string; secret: string }) {
  const [isCopied, setCopied] = useState(false)
  const groups = secret.match(/.{1,4}/g) ?? []

  async function copy() {
    await navigator.clipboard.writeText(secret)
    setCopied(true)
  }

  return (
    <div className="flex flex-col gap-1">
      <span className="text-label text-2">{label}</span>
      <div className="flex items-center gap-2 rounded-control bg-sunken py-1.5 pr-1.5 pl-3">
        <code className="min-w-0 flex-1 font-mono text-body break-words">{groups.join(' ')}</code>
        {/* Browsers give the clipboard only to addresses with TLS. */}
        {'clipboard' in navigator && (
          <IconButton
            label={isCopied ? 'Copied' : 'Copy key'}
            size="sm"
            icon={isCopied ? <IconCheck aria-hidden /> : <IconCopy aria-hidden />}
            onClick={() => void copy()}
          />
        )}
      </div>
    </div>
  )
}
