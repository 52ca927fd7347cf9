import type * as v from 'valibot'
import type { ApiEndpoint } from '#worker/api-types.ts'
import type { Query } from './paths.ts'

export type Method = ApiEndpoint['method']

type WithoutLeadingSlash<Path> = Path extends `/${infer Rest}` ? Rest : never

/** By method and path, as in `Calls['put']['events/:event/toggle_hype']`. */
export type EndpointsByMethod = {
  [Verb in Method]: {
    [Call in Extract<ApiEndpoint, { method: Verb }> as WithoutLeadingSlash<Call['path']>]: Call
  }
}
export type PathOf<Verb extends Method> = keyof EndpointsByMethod[Verb]

declare const fieldsOf: unique symbol
/** A form that says at compile time which fields it holds; made by `urlEncodedForm` and `multipartForm`. */
export type TypedForm<Fields, Data extends FormData | URLSearchParams> = Data & {
  readonly [fieldsOf]: Fields
}

/** A query goes as text; a number or a flag may be given where it is read back as one. */
type QueryInput<Schema> = Schema extends v.GenericSchema
  ? {
      [Name in keyof v.InferInput<Schema>]:
        | v.InferInput<Schema>[Name]
        | Extract<v.InferOutput<Schema>[Name & keyof v.InferOutput<Schema>], Query[string]>
    }
  : never

type FieldsWithBlobs<Fields> = {
  [Name in keyof Fields]: Fields[Name] extends File ? Blob : Fields[Name]
}

type BodyInput<Schema extends v.GenericSchema, Kind> = Kind extends 'json'
  ? v.InferInput<Schema>
  : Kind extends 'form'
    ? TypedForm<v.InferInput<Schema>, URLSearchParams>
    : TypedForm<FieldsWithBlobs<v.InferInput<Schema>>, FormData>

/** Required where a value is, optional where none of its fields is, refused where there is none. */
type InputField<Name extends string, Value> = [Value] extends [never]
  ? { [Key in Name]?: undefined }
  : Record<never, never> extends Value
    ? { [Key in Name]?: Value }
    : { [Key in Name]: Value }

type CallSchema<Call, Name extends keyof ApiEndpoint> = Call extends {
  [Key in Name]?: infer Schema
}
  ? Extract<Schema, v.GenericSchema>
  : never
type CallBodyKind<Call> = Call extends { bodyKind: infer Kind } ? Kind : never

/** A plain number, or an id of the very kind that the path names. */
type ParamInput<Value> = Value extends number & v.Brand<infer Name>
  ? number & Partial<v.Brand<Name>>
  : Value
type ParamsInput<Schema> = Schema extends v.GenericSchema
  ? { [Name in keyof v.InferOutput<Schema>]: ParamInput<v.InferOutput<Schema>[Name]> }
  : never

type CallInput<Call> = InputField<'params', ParamsInput<CallSchema<Call, 'params'>>> &
  InputField<'query', QueryInput<CallSchema<Call, 'query'>>> &
  InputField<'body', BodyInput<CallSchema<Call, 'body'>, CallBodyKind<Call>>> &
  InputField<'headers', v.InferInput<CallSchema<Call, 'headers'>>>

type CallAnswer<Call> = [CallSchema<Call, 'answer'>] extends [never]
  ? void
  : v.InferOutput<CallSchema<Call, 'answer'>>

type CallArguments<Input> = Record<never, never> extends Input ? [input?: Input] : [input: Input]

export type ApiRequestInput<Verb extends Method, Path extends PathOf<Verb>> = CallInput<
  EndpointsByMethod[Verb][Path]
>
export type ApiRequestBody<Verb extends Method, Path extends PathOf<Verb>> = ApiRequestInput<
  Verb,
  Path
>['body']
export type ApiResponseData<Verb extends Method, Path extends PathOf<Verb>> = CallAnswer<
  EndpointsByMethod[Verb][Path]
>

export type Api = {
  [Verb in Method]: <Path extends PathOf<Verb>>(
    path: Path,
    ...input: CallArguments<ApiRequestInput<Verb, Path>>
  ) => Promise<ApiResponseData<Verb, Path>>
}

export function multipartForm<Fields extends Record<string, string | Blob>>(
  fields: Fields,
): TypedForm<Fields, FormData> {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.append(name, value)
  return data as TypedForm<Fields, FormData>
}

export function urlEncodedForm<Fields extends Record<string, string>>(
  fields: Fields,
): TypedForm<Fields, URLSearchParams> {
  return new URLSearchParams(fields) as TypedForm<Fields, URLSearchParams>
}
