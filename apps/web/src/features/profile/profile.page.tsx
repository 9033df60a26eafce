import { Suspense, useState } from 'react'
import { IconKey, IconShieldLock } from '@tabler/icons-react'
import { useUser } from '../../api/session.ts'
import { AppLink } from '../../components/app-link.tsx'
import { PageContent, PageFrame } from '../../components/page-frame.tsx'
import { useSearchParams } from '../../components/search-params.ts'
import { SettingsHeader } from '../../components/settings/settings-header.tsx'
import { setSingleKeys, singleKeysOn } from '../../components/shortcuts.ts'
import { paths } from '../../paths.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Switch } from '../../ui/switch.tsx'
import { useTheme } from '../../ui/theme.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { RegionFields } from './fields/region-fields.tsx'
import { StartPageField } from './fields/start-page-field.tsx'
import { TextFields } from './fields/text-fields.tsx'
import { useSavedFields } from './fields/use-saved-fields.ts'
import { WrittenExample } from './fields/written-example.tsx'
import { PictureSetting } from './picture/picture-setting.tsx'
import { ProfileSection } from './profile-section.tsx'

const SecurityDrawer = lazyPart(() => import('./security/security.drawer.tsx'), 'SecurityDrawer')

const themes = [
  { value: 'system', label: 'Same as device' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

/** Who the signed-in user is, and how things are written for them. Each field is saved by itself. */
export function ProfilePage() {
  const user = useUser()
  const form = useSavedFields(user)
  const [search, change] = useSearchParams()
  return (
    <PageFrame title="Profile">
      <SettingsHeader title="Profile" />
      <PageContent>
        <div className="flex max-w-170 flex-col gap-8 px-4 py-6 md:px-6">
          <ProfileSection title="You">
            <PictureSetting user={user} />
            <TextFields form={form} />
            <p className="text-label text-2">
              You log in as <span className="wrap-anywhere text-1">{user.email}</span> with the role{' '}
              <span className="text-1">{user.roleName}</span>. An administrator can change both.
            </p>
          </ProfileSection>
          <ProfileSection title="Numbers and dates">
            <RegionFields form={form} example={<WrittenExample />} />
          </ProfileSection>
          <ProfileSection title="After sign-in">
            <StartPageField form={form} />
          </ProfileSection>
          <ProfileSection title="This browser">
            <ThemeSetting />
            <SingleKeys />
          </ProfileSection>
          <ProfileSection title="Sign-in">
            <div className="flex flex-wrap gap-2">
              <Button icon={<IconShieldLock aria-hidden />} onClick={() => change({ security: true })}>
                Security
              </Button>
              <AppLink to={paths.personalTokens} className={buttonClass()}>
                <IconKey aria-hidden />
                API tokens
              </AppLink>
            </div>
            <p className="text-label text-3">
              Password, two-factor authentication and active sessions; tokens for programs that act on your
              behalf.
            </p>
          </ProfileSection>
        </div>
      </PageContent>
      {search.security === true && (
        <Suspense>
          <SecurityDrawer onClose={() => change({ security: undefined })} />
        </Suspense>
      )}
    </PageFrame>
  )
}

function ThemeSetting() {
  const [theme, setTheme] = useTheme()
  return (
    <div className="flex flex-col items-start gap-1.5">
      <span className="font-medium" aria-hidden>
        Theme
      </span>
      <Segmented label="Theme" size="md" value={theme} onChange={setTheme} options={themes} />
    </div>
  )
}

function SingleKeys() {
  const [on, setOn] = useState(singleKeysOn)
  return (
    <Switch
      label="Single-key shortcuts"
      description="Shortcuts without Ctrl or ⌘. They're off while you type."
      checked={on}
      onCheckedChange={(next) => {
        setSingleKeys(next)
        setOn(next)
      }}
    />
  )
}
