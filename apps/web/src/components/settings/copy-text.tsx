import { useState } from 'react'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { IconButton } from '../../ui/icon-button.tsx'

/** A text to be used elsewhere exactly as it stands, with a button to copy it. `label` names it: redirect URI. */
export function CopyText({ label, text }: { label: string; text: string }) {
  const [isCopied, setCopied] = useState(false)

  async function copy() {
    await navigator.clipboard.writeText(text)
    setCopied(true)
  }

  return (
    <div className="flex items-start gap-2 rounded-control bg-sunken py-1.5 pr-1.5 pl-3">
      <code className="min-w-0 flex-1 py-1 font-mono text-label wrap-anywhere whitespace-pre-wrap">
        {text}
      </code>
      {/* Browsers give the clipboard only to addresses with TLS. */}
      {'clipboard' in navigator && (
        <IconButton
          label={isCopied ? 'Copied' : `Copy ${label}`}
          size="sm"
          icon={isCopied ? <IconCheck aria-hidden /> : <IconCopy aria-hidden />}
          onClick={() => void copy()}
        />
      )}
    </div>
  )
}
