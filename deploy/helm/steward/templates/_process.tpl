{{/* A deployment of one role; given the root, the role and its values. */}}
{{- define "steward.process" -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ include "steward.name" .root }}-{{ .role }}
  labels:
    {{- include "steward.labels" .root | nindent 4 }}
    app.kubernetes.io/component: {{ .role }}
spec:
  replicas: {{ .values.replicas }}
  # A release that changes the database does not start beside one that does not know the change.
  strategy:
    type: Recreate
  selector:
    matchLabels:
      app.kubernetes.io/name: steward
      app.kubernetes.io/instance: {{ .root.Release.Name }}
      app.kubernetes.io/component: {{ .role }}
  template:
    metadata:
      labels:
        {{- include "steward.labels" .root | nindent 8 }}
        app.kubernetes.io/component: {{ .role }}
      annotations:
        steward/environment: {{ .root.Values.environment | toYaml | sha256sum }}
        steward/secret: {{ .root.Values.secret | toYaml | sha256sum }}
    spec:
      serviceAccountName: {{ include "steward.account" .root }}
      automountServiceAccountToken: false
      terminationGracePeriodSeconds: {{ .root.Values.terminationGracePeriodSeconds }}
      {{- with .root.Values.imagePullSecrets }}
      imagePullSecrets:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      securityContext:
        runAsNonRoot: true
        runAsUser: 10001
        runAsGroup: 10001
        fsGroup: 10001
        fsGroupChangePolicy: OnRootMismatch
        seccompProfile:
          type: RuntimeDefault
      containers:
        - name: steward
          image: "{{ .root.Values.image.repository }}:{{ .root.Values.image.tag | default .root.Chart.AppVersion }}"
          imagePullPolicy: {{ .root.Values.image.pullPolicy }}
          env:
            - name: ROLES
              value: {{ .role }}
          envFrom:
            - configMapRef:
                name: {{ include "steward.name" .root }}
            - secretRef:
                name: {{ include "steward.secret" .root }}
          ports:
            {{- if eq .role "web" }}
            - name: http
              containerPort: 3000
            {{- end }}
            - name: operations
              containerPort: 9464
          # Migrations of a large database may take long.
          startupProbe:
            httpGet: { path: /healthz, port: operations }
            periodSeconds: 5
            failureThreshold: 360
          livenessProbe:
            httpGet: { path: /healthz, port: operations }
            periodSeconds: 15
            timeoutSeconds: 10
            failureThreshold: 4
          readinessProbe:
            httpGet: { path: /readyz, port: operations }
            periodSeconds: 5
            timeoutSeconds: 5
            failureThreshold: 2
          securityContext:
            allowPrivilegeEscalation: false
            readOnlyRootFilesystem: true
            capabilities:
              drop: [ALL]
          resources:
            {{- toYaml .values.resources | nindent 12 }}
          volumeMounts:
            - name: files
              mountPath: /data
            - name: cache
              mountPath: /cache
            - name: temporary
              mountPath: /tmp
      volumes:
        - name: files
          {{- if .root.Values.files.shared }}
          persistentVolumeClaim:
            claimName: {{ include "steward.claim" .root }}
          {{- else }}
          emptyDir: {}
          {{- end }}
        - name: cache
          emptyDir: {}
        - name: temporary
          emptyDir: {}
      {{- with .values.nodeSelector }}
      nodeSelector:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with .values.tolerations }}
      tolerations:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with .values.affinity }}
      affinity:
        {{- toYaml . | nindent 8 }}
      {{- end }}
{{- end -}}
