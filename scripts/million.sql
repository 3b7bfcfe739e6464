-- A million results, or as many as scripts/million.py asks for: what a busy site would hold after two years.

INSERT INTO racing_player (name, skeleton, created_at)
    SELECT 'player ' || n, '', %(now)s FROM generate_series(1, %(players)s) AS n;

INSERT INTO racing_deal (seed, number)
    SELECT sha256(('patience-deal:' || n)::bytea), n FROM generate_series(1, %(deals)s) AS n;

-- One race in two years' time; the popular deal is the first, a day's deal the second.
INSERT INTO racing_race (
    code, kind, ruleset, ruleset_version, shuffle_version, deal_id, goal, take_back, max_racers, listed, certified,
    rated, host_id, created_at, starts_at, ended_at, changes, commitment
)
SELECT 'race' || n, 'race', CASE WHEN n <= %(popular)s OR n %% 10 < 7 THEN 'cruel' ELSE 'clock' END, 1, 1,
    CASE WHEN n <= %(popular)s THEN 1 ELSE 3 + n %% (%(deals)s - 2) END, 'fewest_moves', 'counted', 64, false, false,
    true, 1 + n %% %(players)s, moment, moment, moment + interval '1 hour', 0, repeat('0', 64)
FROM (
    SELECT n, %(now)s::timestamptz - floor(random() * 63072000) * interval '1 second' - interval '1 hour' AS moment
    FROM generate_series(1, %(races)s) AS n
) AS drawn;

-- Somebody practises a numbered deal that nobody races, very often.
INSERT INTO racing_race (
    code, kind, ruleset, ruleset_version, shuffle_version, deal_id, goal, take_back, max_racers, listed, certified,
    rated, host_id, created_at, starts_at, ended_at, changes, commitment
)
SELECT 'practice' || n, 'practice', 'alternations', 1, 1, 3, 'fewest_moves', 'free', 1, false, false, false,
    1 + n %% %(players)s, %(now)s, %(now)s, %(now)s, 0, repeat('0', 64)
FROM generate_series(1, %(popular)s) AS n;

INSERT INTO racing_race (
    code, kind, ruleset, ruleset_version, shuffle_version, deal_id, goal, take_back, max_racers, listed, certified,
    rated, host_id, created_at, starts_at, closes_at, ended_at, changes, commitment
)
SELECT 'daily', 'daily', 'cruel', 1, 1, 2, 'fewest_moves', 'counted', 64, false, false, false, 1,
    %(now)s, %(now)s, %(now)s::timestamptz + interval '12 hours', NULL, 0, repeat('0', 64);
INSERT INTO racing_daily (day, ruleset, race_id)
    SELECT %(now)s::date, 'cruel', id FROM racing_race WHERE code = 'daily';

INSERT INTO racing_entrant (
    race_id, player_id, joined_at, started_at, plies, progress, score, redeals, slips, take_backs, hints, last_at,
    outcome, finished_at, place
)
SELECT race_id, player_id, starts_at, started_at, 80, progress, score, 9, 0, take_backs, 0, last_at, outcome, last_at,
    CASE WHEN closes_at IS NULL THEN rank() OVER (
        PARTITION BY race_id
        ORDER BY outcome <> 'won', CASE outcome WHEN 'won' THEN 0 ELSE -progress END, score, last_at
    ) END
FROM (
    SELECT race_id, player_id, starts_at, started_at, closes_at, take_backs, score, last_at,
        CASE WHEN luck < 0.6 THEN 'won' ELSE 'lost' END AS outcome,
        CASE WHEN luck < 0.6 THEN 52 ELSE 4 + floor(luck * 47)::int END AS progress
    FROM (
        SELECT race.id AS race_id,
            1 + (race.id * 7919 + seat * (%(players)s / %(racers)s + 1)) %% %(players)s AS player_id,
            starts_at, closes_at, CASE WHEN closes_at IS NOT NULL THEN starts_at END AS started_at,
            random() AS luck, 20 + floor(random() * 60)::int AS score,
            greatest(0, floor(random() * 8)::int - 4) AS take_backs,
            starts_at + floor(60000 + random() * 1740000) * interval '1 millisecond' AS last_at
        FROM racing_race AS race, generate_series(0, %(racers)s - 1) AS seat
        WHERE kind = 'race'
        UNION ALL
        SELECT race.id, n, starts_at, closes_at, starts_at, random(), 20 + floor(random() * 60)::int,
            greatest(0, floor(random() * 8)::int - 4),
            starts_at + floor(60000 + random() * 1740000) * interval '1 millisecond'
        FROM racing_race AS race, generate_series(1, %(of_day)s) AS n
        WHERE kind = 'daily'
    ) AS drawn
) AS played;

-- The keys of racing.ranking.board_key.
INSERT INTO racing_boardrow (deal_id, ruleset, board, only_clean, player_id, key, entrant_id)
SELECT DISTINCT ON (deal_id, ruleset, board, only_clean, player_id)
    deal_id, ruleset, board, only_clean, player_id, key, entrant_id
FROM (
    SELECT deal_id, ruleset, board, only_clean, player_id, entrant.id AS entrant_id, CASE
        WHEN board = 'time' THEN ms << 20
        WHEN outcome = 'won' THEN (score::bigint << 32) + ms
        ELSE (1::bigint << 59) + ((127 - progress)::bigint << 52) + (score::bigint << 32) + ms
    END AS key
    FROM racing_entrant AS entrant
    JOIN racing_race AS race ON race.id = race_id
    CROSS JOIN LATERAL (SELECT round(extract(epoch FROM last_at - starts_at) * 1000)::bigint AS ms) AS clock
    CROSS JOIN (VALUES ('moves'), ('time'), ('day')) AS boards (board)
    CROSS JOIN (VALUES (false), (true)) AS cleans (only_clean)
    WHERE (NOT only_clean OR take_backs = 0)
    AND CASE WHEN board = 'day' THEN kind = 'daily' ELSE kind = 'race' AND outcome = 'won' END
) AS run
ORDER BY deal_id, ruleset, board, only_clean, player_id, key, entrant_id;

INSERT INTO racing_tally (player_id, ruleset, period, since, races, wins, streak, best_streak, ordinal)
SELECT player_id, ruleset, period, since, count(*), sum((place = 1)::int), 0,
    ceil(sum((place = 1)::int) * random()), random() * 45 - 5
FROM racing_entrant AS entrant
JOIN racing_race AS race ON race.id = race_id
CROSS JOIN LATERAL (VALUES
    ('week', date_trunc('week', ended_at AT TIME ZONE 'UTC')::date),
    ('month', date_trunc('month', ended_at AT TIME ZONE 'UTC')::date),
    ('all', '1970-01-01'::date)
) AS periods (period, since)
WHERE kind = 'race'
GROUP BY player_id, ruleset, period, since;

INSERT INTO racing_rating (player_id, ruleset, mu, sigma, ordinal, races, rated_at)
    SELECT player_id, ruleset, ordinal + 9, 3, ordinal, races, %(now)s FROM racing_tally WHERE period = 'all';

-- Everybody whose key ends alike is a friend of the viewer's.
INSERT INTO racing_friendship (player_id, friend_id, since)
    SELECT %(viewer)s, id, %(now)s FROM racing_player
    WHERE id <> %(viewer)s AND id %% (%(players)s / 200) = 0;
