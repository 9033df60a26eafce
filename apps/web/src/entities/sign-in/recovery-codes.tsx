import { useState } from 'react'
import { IconCheck, IconCopy, IconDownload } from '@tabler/icons-react'
import { Button } from '../../ui/button.tsx'

const fileName = 'steward-recovery-codes.txt'

function fileText(codes: string[], username: string): string {
  return `Recovery codes of ${username} for Steward. Each works once.\n\n${codes.join('\n')}\n`
}

function download(text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  // The browser has taken hold of the content by then.
  window.setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

/** Recovery codes, shown this once: to copy, and to keep as a file. */
export function RecoveryCodes({ codes, username }: { codes: string[]; username: string }) {
  const [isCopied, setCopied] = useState(false)
  async function copy() {
    await navigator.clipboard.writeText(codes.join('\n'))
    setCopied(true)
  }

  return (
    <div className="flex flex-col gap-3">
      <ul
        aria-label="Recovery codes"
        className="tabular grid grid-cols-2 gap-x-4 gap-y-1.5 rounded-card border border-line bg-sunken px-4 py-3 font-mono text-body"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        {/* Browsers give the clipboard only to addresses with TLS. */}
        {'clipboard' in navigator && (
          <Button
            icon={isCopied ? <IconCheck aria-hidden /> : <IconCopy aria-hidden />}
            onClick={() => void copy()}
          >
            {isCopied ? 'Copied' : 'Copy codes'}
          </Button>
        )}
        <Button icon={<IconDownload aria-hidden />} onClick={() => download(fileText(codes, username))}>
          Download
        </Button>
      </div>
    </div>
  )
}
