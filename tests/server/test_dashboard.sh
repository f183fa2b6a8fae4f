#!/bin/bash
# Checks deploy/grafana.json: every metric it names is one that a server prints, and no metric of a cluster is missing.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/support/shell.sh
export LC_ALL=C
dashboard=deploy/grafana.json

equal "the dashboard is JSON" "Araldo" "$(node -p 'JSON.parse(fs.readFileSync(process.argv[1])).title' "$dashboard" 2>&1)"
equal "every query goes to the data source that was chosen" "" "$(grep '"uid"' "$dashboard" | grep -vE '"uid": "(\$\{datasource\}|araldo)"')"

begin_server
exec 3<>"/dev/tcp/127.0.0.1/$port"
printf 'GET /metrics HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n' >&3
sed -n 's/^\(araldo_[a-z_]*\)[{ ].*/\1/p' <&3 | sort -u >"$folder/printed"
exec 3<&-
end_server -TERM
like "the server prints its metrics" "^araldo_commit_seconds_bucket$" "$(cat "$folder/printed")"

# A server on SQLite has no cluster; what it would print of one is in the source.
sed -n 's/.*(samples, "\(cluster_[a-z_]*\)",.*/araldo_\1/p' server/metrics.c | sort -u >"$folder/cluster"
sort -u "$folder/printed" "$folder/cluster" >"$folder/known"
grep -oE 'araldo_[a-z_]+' "$dashboard" | sort -u >"$folder/named"
equal "every metric of the dashboard is printed" "" "$(comm -23 "$folder/named" "$folder/known")"
like "the source names metrics of a cluster" "^araldo_cluster_epoch$" "$(cat "$folder/cluster")"
equal "every metric of a cluster is on the dashboard" "" "$(comm -13 "$folder/named" "$folder/cluster")"
for metric in connections persons tables moves_total commit_seconds_bucket turn_seconds_bucket bot_questions_waiting storing \
    commits_failed_total tables_damaged; do
    like "the dashboard shows $metric" "^araldo_$metric$" "$(cat "$folder/named")"
done
finish
