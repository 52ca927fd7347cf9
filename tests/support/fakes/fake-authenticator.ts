import {
  createHash,
  createSign,
  generateKeyPairSync,
  randomBytes,
  type KeyObject,
} from 'node:crypto'
import type {
  AddPasskeyInput,
  PasskeyAssertion,
  PasskeyCreationView,
} from '#worker/features/accounts/passkeys/contract.ts'

type Cbor = number | string | Uint8Array | Map<number | string, Cbor>

function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value])
  if (value < 256) return Buffer.from([(major << 5) | 24, value])
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255])
}

function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') {
    const text = Buffer.from(value)
    return Buffer.concat([head(3, text.length), text])
  }
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value])
  const entries = [...value].flatMap(([key, one]) => [cbor(key), cbor(one)])
  return Buffer.concat([head(5, value.size), ...entries])
}

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest()

function coseKey(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const key = new Map<number, Cbor>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(x, 'base64url')],
    [-3, Buffer.from(y, 'base64url')],
  ])
  return cbor(key)
}

/** Parts of an answer that a test falsifies. */
type Bending = {
  origin?: string
  rpId?: string
  counter?: number
  isUserVerified?: boolean
  userHandle?: string | null
}

/** One ES256 passkey in software, for the site at `siteUrl`. */
export class FakeAuthenticator {
  readonly id = randomBytes(32).toString('base64url')
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  private readonly origin: string
  private counter = 0
  private handle: string | null = null

  constructor(siteUrl: string) {
    this.origin = new URL(siteUrl).origin
  }

  private clientData(type: string, challenge: string, origin = this.origin): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  }

  private data(flags: number, { rpId, counter, isUserVerified = true }: Bending): Buffer {
    this.counter = counter ?? this.counter + 1
    const count = Buffer.alloc(4)
    count.writeUInt32BE(this.counter)
    const id = rpId ?? new URL(this.origin).hostname
    return Buffer.concat([sha256(id), Buffer.from([flags | 1 | (isUserVerified ? 4 : 0)]), count])
  }

  create({ options }: PasskeyCreationView, name: string, bent: Bending = {}): AddPasskeyInput {
    this.handle = options.user.id
    const id = Buffer.from(this.id, 'base64url')
    const length = Buffer.from([id.length >> 8, id.length & 255])
    const authData = Buffer.concat([
      ...[this.data(0x40, bent), Buffer.alloc(16), length, id],
      coseKey(this.keys.publicKey),
    ])
    const attestation = new Map<string, Cbor>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ])
    const clientData = this.clientData('webauthn.create', options.challenge, bent.origin)
    return {
      name,
      registration: {
        ...{ id: this.id, rawId: this.id, type: 'public-key', clientExtensionResults: {} },
        response: {
          clientDataJSON: clientData.toString('base64url'),
          attestationObject: cbor(attestation).toString('base64url'),
          transports: ['internal'],
        },
      },
    }
  }

  answer({ challenge }: { challenge: string }, bent: Bending = {}): PasskeyAssertion {
    const clientData = this.clientData('webauthn.get', challenge, bent.origin)
    const authenticatorData = this.data(0, bent)
    const signature = createSign('sha256')
      .update(Buffer.concat([authenticatorData, sha256(clientData)]))
      .sign(this.keys.privateKey)
    return {
      ...{ id: this.id, rawId: this.id, type: 'public-key', clientExtensionResults: {} },
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: bent.userHandle === undefined ? this.handle : bent.userHandle,
      },
    }
  }
}
