{{- define "steward.name" -}}
{{- if contains "steward" .Release.Name -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-steward" .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- define "steward.labels" -}}
app.kubernetes.io/name: steward
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}

{{- define "steward.secret" -}}
{{- .Values.existingSecret | default (include "steward.name" .) -}}
{{- end -}}

{{- define "steward.claim" -}}
{{- .Values.files.existingClaim | default (printf "%s-files" (include "steward.name" .)) -}}
{{- end -}}

{{- define "steward.account" -}}
{{- .Values.serviceAccount.name | default (include "steward.name" .) -}}
{{- end -}}
