import { describe, expect, it } from 'vitest'
import {
  challengeOf,
  endpointOf,
  factorOf,
  faultOfProbe,
  issuersOf,
  refusalOf,
  responsesOf,
  type CognitoCall,
} from './cognito.rules.ts'

const pool = { userPoolId: 'eu-central-1_AbC', userPoolWebClientId: 'client', endpoint: null }

function failure(name: string, message = ''): Error {
  return Object.assign(new Error(message), { name })
}

describe('where a user pool is', () => {
  it('is at Amazon, under both names that its tokens may have', () => {
    const settings = { ...pool, region: 'eu-central-1' }
    expect(issuersOf(settings)).toEqual([
      'https://cognito-idp.eu-central-1.amazonaws.com/eu-central-1_AbC',
      'https://issuer-cognito-idp.eu-central-1.amazonaws.com/eu-central-1_AbC',
    ])
    expect(endpointOf(settings)).toBe('https://cognito-idp.eu-central-1.amazonaws.com')
    expect(endpointOf({ ...pool, region: 'cn-north-1' })).toBe(
      'https://cognito-idp.cn-north-1.amazonaws.com.cn',
    )
  })

  it('is at another address where one is given', () => {
    const settings = { ...pool, region: 'local', endpoint: 'http://localhost:9229/' }
    expect(issuersOf(settings)).toEqual(['http://localhost:9229/eu-central-1_AbC'])
  })
})

describe('what an error of Cognito means', () => {
  it.each<[CognitoCall, string, string, string]>([
    ['signIn', 'NotAuthorizedException', 'Incorrect username or password.', 'credentials'],
    ['signIn', 'NotAuthorizedException', 'User is disabled.', 'credentials'],
    ['signIn', 'NotAuthorizedException', 'Password attempts exceeded', 'too_many'],
    ['signIn', 'UserNotFoundException', '', 'credentials'],
    ['signIn', 'UserNotConfirmedException', '', 'credentials'],
    ['signIn', 'PasswordResetRequiredException', '', 'credentials'],
    ['signIn', 'TooManyRequestsException', '', 'too_many'],
    ['signIn', 'InvalidParameterException', 'USER_PASSWORD_AUTH flow not enabled', 'settings'],
    ['signIn', 'TimeoutError', '', 'away'],
    ['newPassword', 'InvalidPasswordException', 'Password not long enough', 'password'],
    ['newPassword', 'NotAuthorizedException', 'Invalid session for the user.', 'expired'],
    ['mfa', 'CodeMismatchException', '', 'code'],
    ['mfa', 'NotAuthorizedException', 'Invalid session for the user.', 'expired'],
    ['mfa', 'ExpiredCodeException', '', 'expired'],
    ['forgotPassword', 'UserNotFoundException', '', 'credentials'],
    ['forgotPassword', 'InvalidParameterException', 'no registered/verified email', 'credentials'],
    ['resetPassword', 'CodeMismatchException', '', 'code'],
    ['resetPassword', 'ExpiredCodeException', '', 'code'],
    ['resetPassword', 'UserNotFoundException', '', 'code'],
    ['resetPassword', 'LimitExceededException', '', 'too_many'],
  ])('%s: %s "%s" is %s', (call, name, message, refusal) => {
    expect(refusalOf(call, failure(name, message)).refusal).toBe(refusal)
  })

  it('says what the pool wants of a password', () => {
    const refused = refusalOf('newPassword', failure('InvalidPasswordException', 'Password not long enough'))
    expect(refused.message).toBe('Password not long enough')
  })
})

const choice = (offered: string[]) =>
  factorOf({ ChallengeParameters: { MFAS_CAN_CHOOSE: JSON.stringify(offered) } })

describe('what a challenge of Cognito asks', () => {
  it('hides the phone but for its last digits', () => {
    const ChallengeParameters = { CODE_DELIVERY_DESTINATION: '+*******4821', USER_ID_FOR_SRP: 'sub-1' }
    expect(challengeOf({ ChallengeName: 'SMS_MFA', Session: 's', ChallengeParameters }, 'anna')).toEqual({
      kind: 'challenged',
      challenge: { name: 'SMS_MFA', username: 'sub-1', session: 's' },
      destination: '•••• 4821',
      lifetime: 180,
    })
  })

  it('is refused where people cannot answer it here', () => {
    for (const ChallengeName of ['MFA_SETUP', 'EMAIL_OTP', 'CUSTOM_CHALLENGE', 'WEB_AUTHN']) {
      expect(challengeOf({ ChallengeName, Session: 's' }, 'anna')).toEqual({
        kind: 'refused',
        refusal: 'unsupported',
      })
    }
    expect(challengeOf({ ChallengeName: 'SMS_MFA' }, 'anna')).toEqual({
      kind: 'refused',
      refusal: 'unsupported',
    })
  })

  it('is answered with the authenticator where there are several factors', () => {
    expect(choice(['SMS_MFA', 'SOFTWARE_TOKEN_MFA'])).toBe('SOFTWARE_TOKEN_MFA')
    expect(choice(['SMS_MFA'])).toBe('SMS_MFA')
    expect(choice(['EMAIL_OTP'])).toBeNull()
  })

  it('has its answer under the name that it asks for', () => {
    expect(responsesOf('NEW_PASSWORD_REQUIRED', 'a', 'x')).toEqual({ USERNAME: 'a', NEW_PASSWORD: 'x' })
    expect(responsesOf('SMS_MFA', 'a', '1')).toEqual({ USERNAME: 'a', SMS_MFA_CODE: '1' })
    expect(responsesOf('SOFTWARE_TOKEN_MFA', 'a', '1')).toEqual({
      USERNAME: 'a',
      SOFTWARE_TOKEN_MFA_CODE: '1',
    })
  })
})

describe('what a sign-in with a made-up name tells of the settings', () => {
  it.each([
    ['ResourceNotFoundException', 'User pool client x does not exist.', 'no app client'],
    [
      'NotAuthorizedException',
      'Client x is configured with secret but SECRET_HASH was not received',
      'has a secret',
    ],
    [
      'InvalidParameterException',
      'USER_PASSWORD_AUTH flow not enabled for this client',
      'ALLOW_USER_PASSWORD_AUTH',
    ],
    ['TypeError', 'boom', "doesn't accept sign-ins"],
  ])('%s "%s": %s', (name, message, says) => {
    expect(faultOfProbe(failure(name, message))).toContain(says)
  })

  it.each(['NotAuthorizedException', 'UserNotFoundException'])('%s: all is well', (name) => {
    expect(faultOfProbe(failure(name, 'Incorrect username or password.'))).toBeNull()
  })
})
