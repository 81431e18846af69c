# Varnish between the TLS proxy, which writes X-Forwarded-For, and the processes, as /etc/varnish/default.vcl. The processes are in
# varnish-backends.vcl beside it:
#
#   CDN_TOKEN=… varnishd -a 127.0.0.1:6081 -f /etc/varnish/default.vcl -s malloc,256m -s Transient=malloc,256m
#
# Transient holds answers that are not stored, until their clients have them; it has no limit of its own.
#
# nginx or Caddy passes to 127.0.0.1:6081 instead of the processes. The service needs CDN=varnish,
# CDN_PURGE_URL=http://127.0.0.1:6081/ and the same CDN_TOKEN (docs/operating.md, "A CDN").
vcl 4.1;

import directors;
import std;

include "./varnish-backends.vcl";

sub vcl_recv {
  set req.backend_hint = processes.backend();

  # Only from the addresses of purgers, and only with the token.
  if (req.method == "PURGE") {
    if (client.ip !~ purgers || std.getenv("CDN_TOKEN") == "" || req.http.X-Purge-Token != std.getenv("CDN_TOKEN")) {
      return (synth(403));
    }
    # Keys are separated by "|"; they have no character that a regular expression understands.
    if (req.http.X-Purge-Keys !~ "^[a-z0-9:/|-]+$") {
      return (synth(400));
    }
    if (!std.ban("obj.http.Surrogate-Key ~ (^|[[:space:]])(" + req.http.X-Purge-Keys + ")([[:space:]]|$)")) {
      return (synth(500));
    }
    return (synth(200));
  }

  # For whoever watches a process, on its own port.
  if (req.url ~ "^/(healthz|readyz)$") {
    return (synth(404));
  }

  set req.http.Host = std.tolower(req.http.Host);

  # Answers may be streams, or take effect.
  if (req.url ~ "^/mcp(/admin)?($|\?)" || (req.method != "GET" && req.method != "HEAD")) {
    return (pass);
  }

  # These may wait for a change, for as long as a client likes: nobody else waits for the same one.
  if (req.url ~ "^/api/v1/changes($|[/?])") {
    return (pass);
  }
  # Files that may be larger than all of the storage. A passed answer would be held in memory for a slow client, and a stored one would
  # lose the Range of the request.
  if (req.url ~ "^/(data/|ledger/export\.jsonl|launches/weeks/[^/]+/ledger\.jsonl)") {
    return (pipe);
  }

  # An answer for somebody is never looked up and never stored: a session, a sign-in that was begun, an API key, an OAuth dialog.
  if (req.http.Authorization || req.url ~ "^/oauth/" || req.http.Cookie ~ "(^|; ?)(__Host-)?lw_(session|browser)=") {
    return (pass);
  }
  # A chosen language matters at the home page alone, which then redirects.
  if (req.url ~ "^/($|\?)" && req.http.Cookie ~ "(^|; ?)(__Host-)?lw_language=") {
    return (pass);
  }
  # All others are strangers, whatever cookies of other programs they have.
  unset req.http.Cookie;
  # The service does not look at these; views.js reads them from the browser's address.
  set req.url = regsuball(req.url, "(?<=[?&])utm_[a-z_]+(=[^&]*)?(&|$)", "");
  set req.url = regsub(req.url, "[?&]$", "");
  return (hash);
}

sub vcl_backend_response {
  # Only what is marked for shared caches is stored.
  if (beresp.http.Cache-Control !~ "max-?age=[1-9]" || beresp.http.Cache-Control ~ "private|no-cache|no-store" || beresp.http.Set-Cookie) {
    # Remembered for a while, so that requests for it do not wait for each other.
    set beresp.ttl = 5s;
    set beresp.uncacheable = true;
    return (deliver);
  }
  # These belong to the request that was sent on, not to those that get the stored answer.
  unset beresp.http.X-Request-Id;
  unset beresp.http.RateLimit;
  unset beresp.http.RateLimit-Policy;
  # stale-while-revalidate is the grace (Varnish reads it); after that it asks whether the answer changed.
  set beresp.keep = 60s;
}

sub vcl_backend_error {
  # A process that was killed: the next one is asked, if the request can't have changed anything. Other requests take their turns
  # meanwhile, so the next one may be the same again, until its probes have failed. Four is the most that Varnish allows by default.
  if ((bereq.method == "GET" || bereq.method == "HEAD") && bereq.retries < 4) {
    return (retry);
  }
}

sub vcl_deliver {
  unset resp.http.Surrogate-Key;
  unset resp.http.Via;
  unset resp.http.X-Varnish;
}
